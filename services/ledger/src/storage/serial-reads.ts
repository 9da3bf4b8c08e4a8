import { ServiceError } from '@heliograph/runtime';

/** About the time for a month of a million links. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Runs expensive reads for statements one at a time. Callers who ask for the same while it waits share it; a running
 * one is not shared, because it may not see what its next caller has written.
 */
export class SerialReads<Result> {
  private readonly waiting = new Map<string, Promise<Result>>();
  private last: Promise<unknown> = Promise.resolve();

  /** @param maximumWaiting different ones, in addition to the running one. */
  constructor(private readonly maximumWaiting: number) {}

  /** @throws ServiceError `unavailable` when too many wait. */
  async run(key: string, read: () => Promise<Result>): Promise<Result> {
    const shared = this.waiting.get(key);
    if (shared) return shared;
    if (this.waiting.size >= this.maximumWaiting) {
      throw new ServiceError('unavailable', 'Too many statements are being prepared. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    const result = this.last.then(() => {
      this.waiting.delete(key);
      return read();
    });
    this.waiting.set(key, result);
    this.last = result.catch(() => undefined);
    return result;
  }
}
