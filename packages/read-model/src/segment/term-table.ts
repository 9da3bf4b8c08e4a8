import { hashOf, powerOfTwoFrom, type DictionaryData } from './dictionary';
import { sharedBytes, sharedUint32 } from './shared-arrays';

const FIRST_BYTES = 1 << 16;
const FIRST_SLOTS = 1 << 10;

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
    this.bytes.set(prefix, start);
    const from = start + prefix.length;
    return this.settle(start, from + encoder.encodeInto(text, this.bytes.subarray(from)).written);
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
    for (let index = from; index < to; index++) {
      const byte = source[index]!;
      bytes[at++] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    }
    return this.settle(start, at);
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

function place(slots: Uint32Array, hash: number, number: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = number + 1;
}
