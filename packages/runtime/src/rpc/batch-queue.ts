/** Items per batch. */
const MAXIMUM_ITEMS = 256;
/** Bytes per batch of several items, far below the message limit. */
const MAXIMUM_BYTES = 1024 * 1024;

/**
 * Collects what one turn of the event loop adds and hands it over at the end of the turn, as one batch or several:
 * large items go alone.
 */
export class BatchQueue<Item> {
  private items: Item[] = [];
  private bytes = 0;

  /** @param bytesOf returns an item's approximate size. */
  constructor(
    private readonly handOver: (items: Item[]) => void,
    private readonly bytesOf: (item: Item) => number = () => 0,
  ) {}

  add(item: Item): void {
    const bytes = this.bytesOf(item);
    if (this.bytes + bytes > MAXIMUM_BYTES) this.flush();
    this.bytes += bytes;
    if (this.items.push(item) === 1) setImmediate(() => this.flush());
    if (this.items.length >= MAXIMUM_ITEMS) this.flush();
  }

  clear(): void {
    this.items = [];
    this.bytes = 0;
  }

  /** Hands over what there is, without waiting for the turn to end. */
  flush(): void {
    if (this.items.length === 0) return;
    const items = this.items;
    this.clear();
    this.handOver(items);
  }
}
