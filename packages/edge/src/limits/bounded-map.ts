/**
 * A map that forgets its oldest entry beyond its maximum, at a constant cost: a new iterator would pass all that were
 * deleted before the oldest.
 */
export class BoundedMap<Value> {
  private readonly entries = new Map<string, Value>();
  /** Passes each entry once, in the order in which they are deleted. */
  private oldest = this.entries.keys();

  constructor(private readonly maximum: number) {}

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  /** Replacing a value does not make its entry younger. */
  set(key: string, value: Value): void {
    if (this.entries.size >= this.maximum && !this.entries.has(key)) {
      this.entries.delete(this.oldest.next().value!);
    }
    this.entries.set(key, value);
  }

  clear(): void {
    this.entries.clear();
    this.oldest = this.entries.keys();
  }
}
