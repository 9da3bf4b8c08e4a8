/** Typed arrays over shared memory: a segment is built in one thread and read in another without copying. */
export const sharedUint32 = (length: number) =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
export const sharedInt32 = (length: number) =>
  new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
export const sharedFloat64 = (length: number) =>
  new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
export const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));

/** Copies numbers to shared memory. */
export function sharedCopy(numbers: Iterable<number>, length: number): Uint32Array {
  const copy = sharedUint32(length);
  let index = 0;
  for (const number of numbers) copy[index++] = number;
  return copy;
}

/** Fills `target` with the numbers, reordered. */
export function inOrder<Target extends { [index: number]: number }>(
  numbers: ArrayLike<number>,
  order: Uint32Array,
  target: Target,
): Target {
  for (let place = 0; place < order.length; place++) target[place] = numbers[order[place]!]!;
  return target;
}

const FIRST_LENGTH = 1_024;

/** A growable list of unsigned 32-bit numbers. */
export class Uint32List {
  private numbers = new Uint32Array(FIRST_LENGTH);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) this.reserve(1);
    this.numbers[this.length++] = number;
  }

  /** Appends the first `count` of the numbers. */
  append(numbers: Uint32Array, count: number): void {
    this.reserve(count);
    const { numbers: target } = this;
    // Faster than `set` for the few in a title.
    for (let index = 0; index < count; index++) target[this.length + index] = numbers[index]!;
    this.length += count;
  }

  appendList({ numbers, length }: Uint32List): void {
    this.append(numbers, length);
  }

  /** The numbers pushed. Valid until the next push. */
  view(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.numbers.length) return;
    const larger = new Uint32Array(Math.max(this.numbers.length * 2, needed));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

/** Texts in UTF-8, concatenated: text n runs from the end of the previous one to `ends[n]`. */
export interface GatheredTexts {
  ends: Uint32Array;
  bytes: Uint8Array;
}

/** Collects texts. */
export class TextList {
  private bytes = new Uint8Array(FIRST_LENGTH);
  private readonly ends = new Uint32List();
  private used = 0;

  /** Adds the bytes from `from` to `to` as one text. */
  add(source: Uint8Array, from: number, to: number): void {
    const needed = this.used + to - from;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, needed));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const { bytes } = this;
    for (let index = from, at = this.used; index < to; index++, at++) bytes[at] = source[index]!;
    this.used = needed;
    this.ends.push(needed);
  }

  /** All texts. Valid until the next one is added. */
  view(): GatheredTexts {
    return { ends: this.ends.view(), bytes: this.bytes.subarray(0, this.used) };
  }
}
