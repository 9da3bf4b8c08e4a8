import { hashOf, lowerCase, powerOfTwoFrom, type DictionaryData } from './dictionary';
import { sharedBytes, sharedUint32 } from './shared-arrays';

const FIRST_BYTES = 1 << 16;
const FIRST_SLOTS = 1 << 10;

const NO_PREFIX = new Uint8Array(0);

/** Keys by number: key n lies from `offsets[n]` to `offsets[n + 1]`. */
type PackedKeys = Pick<DictionaryData, 'bytes' | 'offsets'>;

/**
 * Numbers keys as they come, by their bytes: a key that is known already costs no string. One call makes one key, of an optional prefix and bytes.
 */
export class TermTable {
  private bytes = new Uint8Array(FIRST_BYTES);
  private offsets = new Uint32Array(FIRST_SLOTS);
  private slots = new Uint32Array(FIRST_SLOTS);
  private hashes = new Uint32Array(FIRST_SLOTS);
  /** How many keys there are. */
  size = 0;

  /** The number of the key `prefix` and then the text; the next one when it is new. */
  numberOf(prefix: Uint8Array, text: string): number {
    const start = this.reserve(prefix.length + text.length * 3);
    const { bytes } = this;
    let at = start;
    for (let index = 0; index < prefix.length; index++) bytes[at++] = prefix[index]!;
    return this.settle(start, writeUtf8(text, bytes, at));
  }

  /** The number of the key `prefix` and then the bytes as they are. */
  numberOfBytes(prefix: Uint8Array, source: Uint8Array, from: number, to: number): number {
    const start = this.reserve(prefix.length + to - from);
    const { bytes } = this;
    let at = start;
    for (let index = 0; index < prefix.length; index++) bytes[at++] = prefix[index]!;
    for (let index = from; index < to; index++) bytes[at++] = source[index]!;
    return this.settle(start, at);
  }

  /** The number of the key `prefix` and then the bytes, which are ASCII, in lower case. */
  numberOfLowerCase(prefix: Uint8Array, source: Uint8Array, from: number, to: number): number {
    const start = this.reserve(prefix.length + to - from);
    const { bytes } = this;
    let at = start;
    for (let index = 0; index < prefix.length; index++) bytes[at++] = prefix[index]!;
    for (let index = from; index < to; index++) bytes[at++] = lowerCase(source[index]!);
    return this.settle(start, at);
  }

  /** The numbers here of another table's keys; those that are new get the next ones. */
  addAll({ bytes, offsets }: PackedKeys): Uint32Array {
    const numbers = new Uint32Array(offsets.length - 1);
    for (let key = 0; key < numbers.length; key++) {
      numbers[key] = this.numberOfBytes(NO_PREFIX, bytes, offsets[key]!, offsets[key + 1]!);
    }
    return numbers;
  }

  /** The keys as they lie here. Valid until the next one is added. */
  view(): PackedKeys {
    const offsets = this.offsets.subarray(0, this.size + 1);
    return { bytes: this.bytes.subarray(0, offsets[this.size]), offsets };
  }

  /** The keys, in shared memory. */
  pack(): DictionaryData {
    const length = this.offsets[this.size]!;
    const bytes = sharedBytes(length);
    bytes.set(this.bytes.subarray(0, length));
    const offsets = sharedUint32(this.size + 1);
    offsets.set(this.offsets.subarray(0, this.size + 1));
    const slots = sharedUint32(powerOfTwoFrom(this.size * 1.3));
    for (let number = 0; number < this.size; number++) place(slots, this.hashes[number]!, number);
    return { bytes, offsets, slots };
  }

  /** The keys that begin with a prefix, and what follows it in each. */
  beginningWith(prefix: string): { number: number; rest: string }[] {
    const wanted = encoder.encode(prefix);
    const found: { number: number; rest: string }[] = [];
    for (let number = 0; number < this.size; number++) {
      const [start, end] = [this.offsets[number]!, this.offsets[number + 1]!];
      if (end - start < wanted.length) continue;
      if (!wanted.every((byte, index) => this.bytes[start + index] === byte)) continue;
      found.push({ number, rest: decoder.decode(this.bytes.subarray(start + wanted.length, end)) });
    }
    return found;
  }

  /** Where a key of up to so many bytes can be written: behind all others. */
  private reserve(length: number): number {
    const start = this.offsets[this.size]!;
    if (start + length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, start + length));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    return start;
  }

  /** The number of the key that was written behind all others, which stays there if it is new. */
  private settle(start: number, end: number): number {
    const { bytes, offsets, slots, hashes } = this;
    const hash = hashOf(bytes, start, end);
    const mask = slots.length - 1;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (hashes[number] !== hash) continue;
      const known = offsets[number]!;
      if (offsets[number + 1]! - known !== end - start) continue;
      let same = 0;
      while (start + same < end && bytes[known + same] === bytes[start + same]) same += 1;
      if (start + same === end) return number;
    }
    return this.add(hash, end);
  }

  private add(hash: number, end: number): number {
    if ((this.size + 2) * 2 > this.slots.length) this.grow();
    const number = this.size++;
    this.hashes[number] = hash;
    this.offsets[this.size] = end;
    place(this.slots, hash, number);
    return number;
  }

  private grow(): void {
    const length = this.slots.length * 2;
    const copy = (from: Uint32Array) => {
      const larger = new Uint32Array(length);
      larger.set(from);
      return larger;
    };
    this.offsets = copy(this.offsets);
    this.hashes = copy(this.hashes);
    this.slots = new Uint32Array(length);
    for (let number = 0; number < this.size; number++) place(this.slots, this.hashes[number]!, number);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @returns where it ends. For words: of a few letters, this is several times as fast as an encoder. */
function writeUtf8(text: string, bytes: Uint8Array, start: number): number {
  let at = start;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes[at++] = unit;
    else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      // Two units make a letter; half a letter becomes U+FFFD.
      return at + encoder.encodeInto(text.slice(index), bytes.subarray(at)).written;
    }
  }
  return at;
}

function place(slots: Uint32Array, hash: number, number: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = number + 1;
}
