import type { ledger } from '@heliograph/proto';
import {
  isUnavailable,
  retryUnavailable,
  type FailureLog,
  type OutgoingCall,
  type RpcClient,
} from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundWork } from './background-work';

const ATTEMPT_MS = 1_000;
/** The ledger frees a key by itself in less time. */
const TOTAL_MS = 60_000;
/** A ledger that resumes handles the requests it was sent within this time, in any order. */
const SETTLING_MS = 1_000;
/** Keys to free after their requests were answered. */
const MAXIMUM_WAITING = 1_000;

interface KeyReleaseParts {
  ledger: Pick<RpcClient<typeof ledger.LedgerServiceService>, 'release' | 'keep'>;
  failures: FailureLog;
  /** Whether to start nothing new. */
  isStopping: () => boolean;
}

/**
 * Frees the Idempotency-Keys of failed requests. A ledger that did not answer handles the requests it was sent when it
 * resumes, so it is called until it answers, after the client got its response.
 */
export class KeyReleases {
  private readonly background = new BackgroundWork({
    concurrency: MAXIMUM_WAITING,
    maximum: MAXIMUM_WAITING,
  });

  constructor(private readonly parts: KeyReleaseParts) {}

  /**
   * Resolves once the key is free, or is being freed in the background. Never rejects.
   *
   * @param isClaimCertain whether the ledger has confirmed the claim. An unconfirmed claim may arrive after the
   *   release, which is then repeated.
   */
  async free(
    request: ledger.ReleaseRequest,
    call: (timeoutMs: number) => OutgoingCall,
    isClaimCertain: boolean,
  ): Promise<void> {
    const { requestId } = call(ATTEMPT_MS);
    const release = (timeoutMs: number) => this.parts.ledger.release(request, call(timeoutMs));
    const persistently = () => this.persistently(release);
    const afterSettling = async () => {
      await sleep(SETTLING_MS, undefined, { ref: false });
      if (!this.parts.isStopping()) await persistently();
    };
    try {
      await release(ATTEMPT_MS);
      if (!isClaimCertain) this.inBackground(afterSettling, requestId);
    } catch (error) {
      if (!isUnavailable(error)) this.report(error, requestId);
      else if (isClaimCertain) this.inBackground(persistently, requestId);
      else this.inBackground(() => persistently().then(afterSettling), requestId);
    }
  }

  /** Has the key of a request that succeeded held; as {@link free}. */
  async keep(request: ledger.KeepRequest, call: (timeoutMs: number) => OutgoingCall): Promise<void> {
    const { requestId } = call(ATTEMPT_MS);
    const keep = (timeoutMs: number) => this.parts.ledger.keep(request, call(timeoutMs));
    try {
      await keep(ATTEMPT_MS);
    } catch (error) {
      if (isUnavailable(error)) this.inBackground(() => this.persistently(keep), requestId);
      else this.report(error, requestId);
    }
  }

  private persistently(attempt: (timeoutMs: number) => Promise<unknown>): Promise<unknown> {
    return retryUnavailable(attempt, {
      totalMs: TOTAL_MS,
      attemptMs: ATTEMPT_MS,
      isUnwanted: this.parts.isStopping,
    });
  }

  private inBackground(work: () => Promise<unknown>, requestId: string): void {
    // If there is no room, the ledger frees it.
    this.background.add(() => work().catch((error: unknown) => this.report(error, requestId)));
  }

  private report(error: unknown, requestId: string): void {
    this.parts.failures.warn({ err: error, requestId }, 'an Idempotency-Key was not freed or kept');
  }
}
