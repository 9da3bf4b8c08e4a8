import { ServiceError } from '@heliograph/runtime';

/** About the time that a month of a million links takes. */
const RETRY_AFTER_SECONDS = 5;

interface Waiting<Result> {
  accountId: string;
  result: Promise<Result>;
  begin: () => void;
}

/**
 * Runs expensive reads for statements one at a time. Callers that ask for the same read while it waits share it; a
 * running one is not shared, because it may miss what its next caller has written. Each account has one waiting read,
 * placed behind the others' if the account had the last turn: however large its months, others wait for only one of its
 * reads.
 */
export class SerialReads<Result> {
  /** By account and month, in the order of asking. */
  private readonly waiting = new Map<string, Waiting<Result>>();
  /** The account whose read is running, or ran last. */
  private lastAccountId: string | undefined;
  private isRunning = false;

  /** @param maximumWaiting different reads, besides the running one. */
  constructor(private readonly maximumWaiting: number) {}

  /** @throws ServiceError `unavailable` when too many reads wait, or another one of the account does. */
  async run(accountId: string, month: string, read: () => Promise<Result>): Promise<Result> {
    const key = `${accountId} ${month}`;
    const shared = this.waiting.get(key);
    if (shared) return shared.result;
    const all = [...this.waiting.values()];
    if (all.length >= this.maximumWaiting || all.some((each) => each.accountId === accountId)) {
      throw new ServiceError('unavailable', 'Too many statements are being prepared. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    let begin!: () => void;
    const result = new Promise<void>((resolve) => (begin = resolve)).then(read).finally(() => {
      this.isRunning = false;
      this.beginNext();
    });
    this.waiting.set(key, { accountId, result, begin });
    this.beginNext();
    return result;
  }

  private beginNext(): void {
    if (this.isRunning) return;
    const all = [...this.waiting];
    const next = all.find(([, { accountId }]) => accountId !== this.lastAccountId) ?? all[0];
    if (!next) return;
    const [key, { accountId, begin }] = next;
    this.waiting.delete(key);
    this.isRunning = true;
    this.lastAccountId = accountId;
    begin();
  }
}
