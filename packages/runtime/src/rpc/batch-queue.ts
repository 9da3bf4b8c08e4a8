/** Gathers what one turn of the event loop adds and hands it over as one batch at the end of the turn. */
export class BatchQueue<Item> {
  private items: Item[] = [];

  constructor(
    private readonly flush: (items: Item[]) => void,
    private readonly maximum: number,
  ) {}

  add(item: Item): void {
    if (this.items.push(item) === 1) setImmediate(() => this.flushAll());
    if (this.items.length >= this.maximum) this.flushAll();
  }

  clear(): void {
    this.items = [];
  }

  private flushAll(): void {
    if (this.items.length === 0) return;
    const items = this.items;
    this.items = [];
    this.flush(items);
  }
}
