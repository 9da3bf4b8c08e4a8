import { ServiceError } from '@heliograph/runtime';

/** How many requests may be worked on at once in one process. */
export interface SlotLimits {
  /** Of one account. */
  account: number;
  /** Of all accounts together. */
  process: number;
}

/** Which of the two bounds a request met: its account's, or that of the process. */
export type SlotBound = keyof SlotLimits;

/** A slot is free again as soon as any answer is out. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Bounds the requests that are worked on at once, for each account and in all: what an account may ask in a minute says nothing of
 * how much of it runs at the same time. Only accounts with a request in flight are remembered, so memory is bounded by the process'
 * limit.
 */
export class RequestSlots {
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  constructor(readonly limits: Readonly<SlotLimits>) {}

  /**
   * Runs the work in a slot, which is free again when the work has ended, however it ends. A client that hangs up frees its slot
   * only with the end of its work: otherwise hanging up would be a way around the limit.
   *
   * @param onRefused told which bound was met, before the error is thrown.
   * @throws ServiceError `rate_limited` at the account's bound, `unavailable` at the process'; the work was not begun.
   */
  async run<Result>(
    accountId: string,
    work: () => Result | Promise<Result>,
    onRefused: (bound: SlotBound) => void,
  ): Promise<Result> {
    const running = this.byAccount.get(accountId) ?? 0;
    if (running >= this.limits.account) {
      onRefused('account');
      throw new ServiceError(
        'rate_limited',
        `This account may have ${this.limits.account} requests in flight at once, and has. Wait for an answer before the next request.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    if (this.total >= this.limits.process) {
      onRefused('process');
      throw new ServiceError('unavailable', 'Too many requests are in flight here. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.byAccount.set(accountId, running + 1);
    this.total += 1;
    try {
      return await work();
    } finally {
      this.total -= 1;
      const left = this.byAccount.get(accountId)! - 1;
      if (left === 0) this.byAccount.delete(accountId);
      else this.byAccount.set(accountId, left);
    }
  }

  /** Requests in flight of all accounts. */
  get ofProcess(): number {
    return this.total;
  }

  /** Requests in flight of the account that has the most. */
  get ofBusiestAccount(): number {
    let most = 0;
    for (const running of this.byAccount.values()) if (running > most) most = running;
    return most;
  }
}
