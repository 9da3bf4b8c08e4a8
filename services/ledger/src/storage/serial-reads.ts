import { ServiceError } from '@heliograph/runtime';

/** About what a month of a million links takes. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Does expensive reads for statements one after the other. Callers who ask for the same while it waits share it; one that
 * has begun is not shared, because it may not see what its next caller has written.
 */
export class SerialReads<Result> {
  private readonly waiting = new Map<string, Promise<Result>>();
  private last: Promise<unknown> = Promise.resolve();

  /** @param maximumWaiting different ones, beside the one that runs. */
  constructor(private readonly maximumWaiting: number) {}

  /** @throws ServiceError `unavailable` when too many wait. */
  async run(key: string, read: () => Promise<Result>): Promise<Result> {
    const shared = this.waiting.get(key);
    if (shared) return shared;
    if (this.waiting.size >= this.maximumWaiting) {
      throw new ServiceError('unavailable', 'Too many statements are being made. Try again shortly.', {
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
