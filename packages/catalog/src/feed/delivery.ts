/** Handles some items; while its promise is pending, no more are read from the server. */
export type BatchHandler<Item> = (items: readonly Item[]) => void | Promise<void>;

/** Items per batch. */
export const MAXIMUM_ITEMS = 10_000;

/** Delivers batches one after another. */
export class Delivery<Item> {
  /** Pending while batches are being handled; rejects if one failed. */
  pending: Promise<void> | undefined;

  constructor(private readonly handle: BatchHandler<Item>) {}

  deliver(items: readonly Item[]): void {
    if (items.length === 0) return;
    // Rows the socket had already buffered wait for the previous batch.
    const handled = this.pending ? this.pending.then(() => this.handle(items)) : this.handle(items);
    if (!handled) return;
    const pending: Promise<void> = handled.then(() => {
      if (this.pending === pending) this.pending = undefined;
    });
    // Callers that wait see the rejection.
    pending.catch(() => undefined);
    this.pending = pending;
  }
}
