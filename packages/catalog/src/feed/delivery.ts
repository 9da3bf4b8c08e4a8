/** Handles some items; while its promise is pending no more are read from the server. */
export type BatchHandler<Item> = (items: readonly Item[]) => void | Promise<void>;

/** Per batch. */
export const MAXIMUM_ITEMS = 10_000;

/** Delivers batches one after the other. */
export class Delivery<Item> {
  /** Pending while batches are being handled; rejects when one failed. */
  pending: Promise<void> | undefined;

  constructor(private readonly handle: BatchHandler<Item>) {}

  deliver(items: readonly Item[]): void {
    if (items.length === 0) return;
    // What the socket had already buffered waits behind the previous batch.
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
