import type { ledger } from '@heliograph/proto';
import { isUnavailable, retryUnavailable, type Logger, type OutgoingCall } from '@heliograph/runtime';
import type { Clients } from '../context';

const FIRST_ATTEMPT_MS = 1_000;
/** The ledger frees a key by itself after less than this. */
const TOTAL_MS = 60_000;
/** Keys that are being freed while their requests are answered already. */
const MAXIMUM_WAITING = 1_000;

export interface KeyReleaseParts {
  ledger: Pick<Clients['ledger'], 'release'>;
  logger: Logger;
  /** Whether nothing new is to be begun any more. */
  isStopping: () => boolean;
}

/**
 * Frees the Idempotency-Keys of requests that failed. A ledger that does not answer gets what it was sent when it goes on, such as a claim
 * that nobody knows of: so it is asked until it has answered, while the client has its answer.
 */
export class KeyReleases {
  private waiting = 0;

  constructor(private readonly parts: KeyReleaseParts) {}

  /** Resolves once the key is free, or is being freed without whoever waits here. Never rejects. */
  async free(request: ledger.ReleaseRequest, call: (timeoutMs: number) => OutgoingCall): Promise<void> {
    const attempt = (timeoutMs: number) => this.parts.ledger.release(request, call(timeoutMs));
    try {
      await attempt(FIRST_ATTEMPT_MS);
    } catch (error) {
      if (isUnavailable(error) && this.waiting < MAXIMUM_WAITING) void this.insist(attempt);
      else this.parts.logger.warn({ err: error }, 'an Idempotency-Key was not freed');
    }
  }

  private async insist(attempt: (timeoutMs: number) => Promise<unknown>): Promise<void> {
    this.waiting += 1;
    try {
      await retryUnavailable(attempt, {
        totalMs: TOTAL_MS,
        attemptMs: FIRST_ATTEMPT_MS,
        isUnwanted: this.parts.isStopping,
      });
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'an Idempotency-Key was not freed');
    } finally {
      this.waiting -= 1;
    }
  }
}
