/** What is done with some items; while its promise is pending no more are read from the server. */
export type BatchHandler<Item> = (items: readonly Item[]) => void | Promise<void>;

/** In a batch. */
export const MOST_ITEMS = 10_000;

/** Hands over batches one after the other. */
export class Delivery<Item> {
  /** Pending while batches are being handled; rejects when one was not. */
  pending: Promise<void> | undefined;

  constructor(private readonly handle: BatchHandler<Item>) {}

  deliver(items: readonly Item[]): void {
    if (items.length === 0) return;
    // What the socket had taken in already waits behind the batch before.
    const handled = this.pending ? this.pending.then(() => this.handle(items)) : this.handle(items);
    if (!handled) return;
    const pending: Promise<void> = handled.then(() => {
      if (this.pending === pending) this.pending = undefined;
    });
    // Waiting callers see it.
    pending.catch(() => undefined);
    this.pending = pending;
  }
}
