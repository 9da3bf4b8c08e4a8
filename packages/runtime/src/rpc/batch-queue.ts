/** Bytes of a batch of several items, far below what a message may hold. */
const MAXIMUM_BYTES = 1024 * 1024;

/**
 * Gathers what one turn of the event loop adds and hands it over as one batch at the end of the turn, or as several where it is much: what is
 * large goes alone.
 */
export class BatchQueue<Item> {
  private items: Item[] = [];
  private bytes = 0;

  /** @param bytesOf what an item takes up, roughly. */
  constructor(
    private readonly handOver: (items: Item[]) => void,
    private readonly maximum: number,
    private readonly bytesOf: (item: Item) => number = () => 0,
  ) {}

  add(item: Item): void {
    const bytes = this.bytesOf(item);
    if (this.bytes + bytes > MAXIMUM_BYTES) this.flush();
    this.bytes += bytes;
    if (this.items.push(item) === 1) setImmediate(() => this.flush());
    if (this.items.length >= this.maximum) this.flush();
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
