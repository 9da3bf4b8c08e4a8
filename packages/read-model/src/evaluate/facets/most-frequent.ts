import { byCodePoint } from '../../segment/code-points';

/** A facet's value, and how many matches have it. */
export interface FacetCount {
  value: string;
  /** Only if different from the value. */
  label?: string;
  count: number;
}

/** Keeps the top values: by count, descending, then by value in code point order. */
export class MostFrequent<Value extends FacetCount = FacetCount> {
  /** Best first. */
  readonly values: Value[] = [];
  private offered = 0;

  constructor(private readonly maximum: number) {}

  /** Whether more values were offered than are kept. */
  get more(): boolean {
    return this.offered > this.maximum;
  }

  /** Whether a value with this count could rank among them. Call once per value, before creating it. */
  wants(count: number): boolean {
    this.offered += 1;
    const last = this.values[this.maximum - 1];
    return !last || count >= last.count;
  }

  add(value: Value): void {
    const last = this.values[this.maximum - 1];
    if (last && compare(value, last) > 0) return;
    this.values.splice(this.placeOf(value), 0, value);
    if (this.values.length > this.maximum) this.values.pop();
  }

  private placeOf(value: Value): number {
    let [low, high] = [0, this.values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.values[middle]!, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const compare = (a: FacetCount, b: FacetCount) => b.count - a.count || byCodePoint(a.value, b.value);
