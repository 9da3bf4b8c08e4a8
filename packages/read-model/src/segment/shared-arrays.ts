/** Typed arrays over shared memory: a segment is made in one thread and read in another without a copy. */
export const sharedUint32 = (length: number) =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
export const sharedInt32 = (length: number) =>
  new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
export const sharedFloat64 = (length: number) =>
  new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
export const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));

/** Numbers, in shared memory. */
export function sharedCopy(numbers: Iterable<number>, length: number): Uint32Array {
  const copy = sharedUint32(length);
  let index = 0;
  for (const number of numbers) copy[index++] = number;
  return copy;
}

const FIRST_LENGTH = 1_024;

/** A list of unsigned 32-bit numbers that grows. */
export class Uint32List {
  private numbers = new Uint32Array(FIRST_LENGTH);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = number;
  }

  /** What was pushed. Valid until the next push. */
  view(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}
