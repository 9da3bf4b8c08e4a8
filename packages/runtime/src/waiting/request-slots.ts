import { ServiceError } from '../errors/service-error';

/** How many requests one process may work on concurrently. */
export interface SlotLimits {
  /** Per account. */
  account: number;
  /** For all accounts together. */
  process: number;
}

/** Which bound a request hit: its account's, or the process's. */
export type SlotBound = keyof SlotLimits;

/** A slot frees up as soon as any response is sent. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Bounds the requests in progress, per account and in total: a per-minute limit says nothing about how many run
 * concurrently. Only accounts with a request in flight are remembered, so the process's limit bounds memory.
 */
export class RequestSlots {
  private readonly byAccount = new Map<string, number>();
  private total = 0;

  /** @param noun for the requests, in refusals' texts. */
  constructor(
    readonly limits: Readonly<SlotLimits>,
    private readonly noun = 'requests',
  ) {}

  /**
   * Runs the work in a slot, which is freed when the work ends, however it ends. A client that hangs up frees its slot
   * only when its work ends: otherwise hanging up would circumvent the limit.
   *
   * @param onRefused called with the bound that was hit, before the error is thrown.
   * @throws ServiceError `rate_limited` at the account's bound, `unavailable` at the process's; the work was not
   * started.
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
        `This account already has ${this.limits.account} ${this.noun} in flight, the most it may have. Wait for a response before sending the next request.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    if (this.total >= this.limits.process) {
      onRefused('process');
      throw new ServiceError('unavailable', `Too many ${this.noun} are in flight. Try again shortly.`, {
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

  /** Requests in flight for all accounts. */
  get ofProcess(): number {
    return this.total;
  }

  /** Requests in flight for the busiest account. */
  get ofBusiestAccount(): number {
    let most = 0;
    for (const running of this.byAccount.values()) if (running > most) most = running;
    return most;
  }
}
