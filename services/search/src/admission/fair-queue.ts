/** A queue's limits. */
export interface QueueBounds {
  /** Running concurrently. */
  running: number;
  /** Of these, per account. */
  runningPerAccount: number;
  /** Waiting per account. */
  waitingPerAccount: number;
  /** Waiting in total. */
  waiting: number;
}

/** Why work was refused: too much is waiting for its account or in total, or its turn would come too late. */
export type RefusalReason = 'account' | 'full' | 'late';

/** Work was refused. */
export class QueueRefusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    /** Milliseconds after which its turn might come. */
    readonly waitMs: number,
  ) {
    super(`refused: ${reason}`);
  }
}

interface QueuedWork {
  accountId: string;
  /** In any unit. It only predicts waits: turns are counted, not costs. */
  cost: number;
  /** On the clock of `performance.now()`: it must not start later. */
  latestStart: number;
  signal: AbortSignal;
}

interface Account {
  running: number;
  /** Total of what runs and waits. */
  cost: number;
  readonly waiting: Waiter[];
}

interface Waiter {
  cost: number;
  begin: () => void;
}

/** Weight of the latest measurement in the time per unit of cost. */
const PACE_WEIGHT = 0.05;
/** The maximum of `setTimeout`. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Limits concurrency and serves accounts round-robin: an account with a thousand waiting searches gets its next turn no
 * sooner or later than one with a single search. Within an account, first come, first served.
 */
export class FairQueue {
  /** Accounts with running or waiting work, in the order of their turns. */
  private readonly accounts = new Map<string, Account>();
  private runningCount = 0;
  private waitingCount = 0;

  /** @param pace initial milliseconds per unit of cost. */
  constructor(
    private readonly bounds: QueueBounds,
    private pace: number,
  ) {}

  get running(): number {
    return this.runningCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** Expected milliseconds for this cost. */
  expectedMs(cost: number): number {
    return cost * this.pace;
  }

  /**
   * Waits for a turn.
   *
   * @returns a function that ends the turn; call it once.
   * @throws QueueRefusal, or the signal's reason when it aborts before the turn comes.
   */
  acquire(work: QueuedWork): Promise<() => void> {
    const { accountId, cost, signal } = work;
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    let account = this.accounts.get(accountId);
    const waitMs = this.expectedWaitMs(account);
    if (this.runningCount < this.bounds.running && this.mayRun(account)) {
      if (!account) this.accounts.set(accountId, (account = { running: 0, cost: 0, waiting: [] }));
      return Promise.resolve(this.begin(accountId, account, cost));
    }
    if (account && account.waiting.length >= this.bounds.waitingPerAccount) {
      return Promise.reject(new QueueRefusal('account', waitMs));
    }
    if (this.waitingCount >= this.bounds.waiting) return Promise.reject(new QueueRefusal('full', waitMs));
    if (performance.now() + waitMs > work.latestStart)
      return Promise.reject(new QueueRefusal('late', waitMs));
    if (!account) this.accounts.set(accountId, (account = { running: 0, cost: 0, waiting: [] }));
    return this.wait(work, account);
  }

  private wait({ accountId, cost, latestStart, signal }: QueuedWork, account: Account): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.waitingCount -= 1;
        account.cost -= cost;
      };
      const giveUp = (error: unknown) => {
        account.waiting.splice(account.waiting.indexOf(waiter), 1);
        leave();
        this.forget(accountId, account);
        reject(error as Error);
      };
      const abort = () => giveUp(signal.reason);
      const waiter: Waiter = {
        cost,
        begin: () => {
          leave();
          resolve(this.begin(accountId, account, cost));
        },
      };
      const timer = setTimeout(
        () => giveUp(new QueueRefusal('late', this.expectedWaitMs(account))),
        Math.min(LONGEST_WAIT_MS, latestStart - performance.now()),
      ).unref();
      signal.addEventListener('abort', abort, { once: true });
      account.waiting.push(waiter);
      account.cost += cost;
      this.waitingCount += 1;
    });
  }

  private mayRun(account: Account | undefined): boolean {
    return !account || (account.waiting.length === 0 && account.running < this.bounds.runningPerAccount);
  }

  private begin(accountId: string, account: Account, cost: number): () => void {
    const started = performance.now();
    account.running += 1;
    account.cost += cost;
    this.runningCount += 1;
    return () => {
      account.running -= 1;
      account.cost -= cost;
      this.runningCount -= 1;
      const pace = (performance.now() - started) / Math.max(1, cost);
      this.pace += PACE_WEIGHT * (pace - this.pace);
      this.forget(accountId, account);
      this.startNext();
    };
  }

  private startNext(): void {
    while (this.runningCount < this.bounds.running) {
      const next = this.nextInTurn();
      if (!next) return;
      const [accountId, account] = next;
      // Its next turn comes after all others'.
      this.accounts.delete(accountId);
      this.accounts.set(accountId, account);
      account.waiting.shift()!.begin();
    }
  }

  private nextInTurn(): [string, Account] | undefined {
    for (const entry of this.accounts) {
      const [, { waiting, running }] = entry;
      if (waiting.length > 0 && running < this.bounds.runningPerAccount) return entry;
    }
    return undefined;
  }

  private forget(accountId: string, account: Account): void {
    if (account.running === 0 && account.waiting.length === 0) this.accounts.delete(accountId);
  }

  /** Milliseconds until all of the account's work is done, if all accounts share the queue's capacity evenly. */
  private expectedWaitMs(account: Account | undefined): number {
    const share = Math.min(
      this.bounds.runningPerAccount,
      this.bounds.running / Math.max(1, this.accounts.size),
    );
    return this.expectedMs(account?.cost ?? 0) / share;
  }
}
