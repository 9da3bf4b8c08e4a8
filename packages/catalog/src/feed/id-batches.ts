import type { CopiedRow, CopyReader } from './copy-out';
import { Delivery, MAXIMUM_ITEMS, type BatchHandler } from './delivery';

/** Collects copied ids into batches. */
export class IdBatches implements CopyReader {
  private ids: string[] = [];
  private readonly delivery: Delivery<string>;

  constructor(onIds: BatchHandler<string>) {
    this.delivery = new Delivery(onIds);
  }

  get backlog(): Promise<void> | undefined {
    return this.delivery.pending;
  }

  readRow({ bytes, starts, lengths }: CopiedRow): void {
    this.ids.push(bytes.toString('latin1', starts[0], starts[0]! + lengths[0]!));
    if (this.ids.length === MAXIMUM_ITEMS) this.finish();
  }

  finish(): void {
    const ids = this.ids;
    this.ids = [];
    this.delivery.deliver(ids);
  }
}
