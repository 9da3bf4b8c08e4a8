import type { EmbeddingWork, Purpose } from '../provider';

/** Too many requests are waiting. */
export class SlotsFullError extends Error {}
/** The caller had stopped waiting when the request's turn came. */
export class SlotTooLateError extends Error {}

interface Waiter {
  work: EmbeddingWork;
  enter(): void;
  reject(error: Error): void;
}

const ORDER: readonly Purpose[] = ['query', 'document'];

/**
 * Limits concurrent requests to a vendor. Queries go before documents, and one slot is reserved for them, so that a
 * query never waits for a batch of documents.
 */
export class Slots {
  private readonly waiting: Readonly<Record<Purpose, Waiter[]>> = { query: [], document: [] };
  private readonly taken: Record<Purpose, number> = { query: 0, document: 0 };

  constructor(
    private readonly total: number,
    private readonly maximumWaiting: Readonly<Record<Purpose, number>>,
  ) {}

  waitingRequests(purpose: Purpose): number {
    return this.waiting[purpose].length;
  }

  /**
   * Waits for a slot.
   *
   * @returns a function that releases it; call it once.
   * @throws SlotsFullError, SlotTooLateError
   */
  async take(work: EmbeddingWork): Promise<() => void> {
    const { purpose } = work;
    if (work.remainingMs() <= 0) throw new SlotTooLateError();
    const queue = this.waiting[purpose];
    if (queue.length > 0 || !this.isFree(purpose)) {
      if (queue.length >= this.maximumWaiting[purpose]) this.dropForgotten(purpose);
      if (queue.length >= this.maximumWaiting[purpose]) throw new SlotsFullError();
      await new Promise<void>((enter, reject) => queue.push({ work, enter, reject }));
    } else this.taken[purpose] += 1;
    return () => {
      this.taken[purpose] -= 1;
      this.admit();
    };
  }

  private isFree(purpose: Purpose): boolean {
    const all = this.taken.query + this.taken.document;
    if (all >= this.total) return false;
    return purpose === 'query' || this.taken.document < Math.max(1, this.total - 1);
  }

  private admit(): void {
    for (const purpose of ORDER) {
      const queue = this.waiting[purpose];
      while (queue.length > 0 && this.isFree(purpose)) {
        const waiter = queue.shift()!;
        if (waiter.work.remainingMs() <= 0) {
          waiter.reject(new SlotTooLateError());
          continue;
        }
        this.taken[purpose] += 1;
        waiter.enter();
      }
    }
  }

  private dropForgotten(purpose: Purpose): void {
    const queue = this.waiting[purpose];
    for (const waiter of queue.splice(0)) {
      if (waiter.work.remainingMs() > 0) queue.push(waiter);
      else waiter.reject(new SlotTooLateError());
    }
  }
}
