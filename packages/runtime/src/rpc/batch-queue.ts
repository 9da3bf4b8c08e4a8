/** Gathers what one turn of the event loop adds and hands it over as one batch at the end of the turn. */
export class BatchQueue<Item> {
  private items: Item[] = [];

  constructor(
    private readonly handOver: (items: Item[]) => void,
    private readonly maximum: number,
  ) {}

  add(item: Item): void {
    if (this.items.push(item) === 1) setImmediate(() => this.flush());
    if (this.items.length >= this.maximum) this.flush();
  }

  clear(): void {
    this.items = [];
  }

  /** Hands over what there is, without waiting for the turn to end. */
  flush(): void {
    if (this.items.length === 0) return;
    const items = this.items;
    this.items = [];
    this.handOver(items);
  }
}
