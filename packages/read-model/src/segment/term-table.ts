import {
  hashOf,
  hashOfLowerCase,
  hashState,
  lowerCase,
  powerOfTwoFrom,
  type DictionaryData,
} from './dictionary';
import { sharedBytes, sharedUint32 } from './shared-arrays';
import { decoder } from './decoder';

const FIRST_BYTES = 1 << 16;
const FIRST_SLOTS = 1 << 10;
/** Maximum load factor: a fuller, smaller table probes longer but misses the cache less, which matters more. */
const MAXIMUM_FULL = 0.7;

const encoder = new TextEncoder();

/** A prefix of keys. */
export interface Prefix {
  bytes: Uint8Array;
  /** The hash state after the prefix. */
  state: number;
}

export function prefixOf(text: string): Prefix {
  const bytes = encoder.encode(text);
  return { bytes, state: hashState(bytes, 0, bytes.length) };
}

export const NO_PREFIX = prefixOf('');

/** Keys by number: key n runs from `offsets[n]` to `offsets[n + 1]`. */
type PackedKeys = Pick<DictionaryData, 'bytes' | 'offsets'>;

/**
 * Numbers keys as they arrive, reading their bytes in place: a known key costs neither a string nor a copy. A key is a
 * prefix plus bytes.
 */
export class TermTable {
  private bytes = new Uint8Array(FIRST_BYTES);
  private offsets = new Uint32Array(FIRST_SLOTS);
  /** Open addressing: pairs of a hash and, in the same cache line, its key's number + 1; 0 if empty. */
  private slots = new Uint32Array(2 * FIRST_SLOTS);
  private written = new Uint8Array(FIRST_BYTES);
  /** How many keys there are. */
  size = 0;

  /** The number of the key `prefix` plus the text; a new key gets the next number. */
  numberOf(prefix: Prefix, text: string): number {
    if (text.length * 3 > this.written.length) this.written = new Uint8Array(text.length * 3);
    const { written } = this;
    return this.numberOfBytes(prefix, written, 0, writeUtf8(text, written));
  }

  /** The number of the key `prefix` plus the bytes. */
  numberOfBytes(prefix: Prefix, source: Uint8Array, from: number, to: number): number {
    const hash = hashOf(source, from, to, prefix.state);
    const { bytes, offsets, slots } = this;
    const length = prefix.bytes.length + to - from;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] !== hash) continue;
      const number = slots[slot + 1]! - 1;
      const start = offsets[number]!;
      if (offsets[number + 1]! - start !== length || !beginsWith(bytes, start, prefix.bytes)) continue;
      let at = from;
      const ahead = start + prefix.bytes.length - from;
      while (at < to && bytes[at + ahead] === source[at]) at += 1;
      if (at === to) return number;
    }
    const end = this.append(prefix.bytes, source, from, to);
    return this.add(hash, end);
  }

  /** The number of the key `prefix` plus the ASCII bytes, lower-cased. */
  numberOfLowerCase(prefix: Prefix, source: Uint8Array, from: number, to: number): number {
    const hash = hashOfLowerCase(source, from, to, prefix.state);
    const { bytes, offsets, slots } = this;
    const length = prefix.bytes.length + to - from;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] !== hash) continue;
      const number = slots[slot + 1]! - 1;
      const start = offsets[number]!;
      if (offsets[number + 1]! - start !== length || !beginsWith(bytes, start, prefix.bytes)) continue;
      let at = from;
      const ahead = start + prefix.bytes.length - from;
      while (at < to && bytes[at + ahead] === lowerCase(source[at]!)) at += 1;
      if (at === to) return number;
    }
    const end = this.append(prefix.bytes, source, from, to);
    for (let at = end - (to - from); at < end; at++) this.bytes[at] = lowerCase(this.bytes[at]!);
    return this.add(hash, end);
  }

  /** Our numbers for another table's keys; new keys get the next ones. */
  addAll({ bytes, offsets }: PackedKeys): Uint32Array {
    const numbers = new Uint32Array(offsets.length - 1);
    for (let key = 0; key < numbers.length; key++) {
      numbers[key] = this.numberOfBytes(NO_PREFIX, bytes, offsets[key]!, offsets[key + 1]!);
    }
    return numbers;
  }

  /** The keys, not copied. Valid until the next one is added. */
  view(): PackedKeys {
    const offsets = this.offsets.subarray(0, this.size + 1);
    return { bytes: this.bytes.subarray(0, offsets[this.size]), offsets };
  }

  /** The keys, in shared memory. */
  pack(): DictionaryData {
    const own = this.view();
    const bytes = sharedBytes(own.bytes.length);
    bytes.set(own.bytes);
    const offsets = sharedUint32(own.offsets.length);
    offsets.set(own.offsets);
    const slots = sharedUint32(powerOfTwoFrom(this.size * 1.3));
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = hashOf(own.bytes, own.offsets[number]!, own.offsets[number + 1]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    return { bytes, offsets, slots };
  }

  /** The keys with a prefix, and what follows it in each. */
  beginningWith(prefix: string): { number: number; rest: string }[] {
    const wanted = encoder.encode(prefix);
    const found: { number: number; rest: string }[] = [];
    for (let number = 0; number < this.size; number++) {
      const [start, end] = [this.offsets[number]!, this.offsets[number + 1]!];
      if (end - start < wanted.length || !beginsWith(this.bytes, start, wanted)) continue;
      found.push({ number, rest: decoder.decode(this.bytes.subarray(start + wanted.length, end)) });
    }
    return found;
  }

  /** Appends a key's bytes. @returns where they end. */
  private append(prefix: Uint8Array, source: Uint8Array, from: number, to: number): number {
    const start = this.offsets[this.size]!;
    const end = start + prefix.length + to - from;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, end));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(prefix, start);
    this.bytes.set(source.subarray(from, to), start + prefix.length);
    return end;
  }

  /** Assigns a number to the key appended last. */
  private add(hash: number, end: number): number {
    if ((this.size + 2) * 2 > this.slots.length * MAXIMUM_FULL) this.grow();
    const number = this.size++;
    this.offsets[this.size] = end;
    place(this.slots, hash, number);
    return number;
  }

  private grow(): void {
    const before = this.slots;
    const offsets = new Uint32Array(this.offsets.length * 2);
    offsets.set(this.offsets);
    this.offsets = offsets;
    this.slots = new Uint32Array(before.length * 2);
    for (let slot = 0; slot < before.length; slot += 2) {
      if (before[slot + 1] !== 0) place(this.slots, before[slot]!, before[slot + 1]! - 1);
    }
  }
}

function place(slots: Uint32Array, hash: number, number: number): void {
  const mask = slots.length - 1;
  let slot = (hash << 1) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = number + 1;
}

function beginsWith(bytes: Uint8Array, start: number, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index++) {
    if (bytes[start + index] !== prefix[index]) return false;
  }
  return true;
}

/** Writes UTF-8. @returns its length. For short words, several times as fast as an encoder. */
function writeUtf8(text: string, bytes: Uint8Array): number {
  let at = 0;
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
      // Two units make one code point; a lone surrogate becomes U+FFFD.
      return at + encoder.encodeInto(text.slice(index), bytes.subarray(at)).written;
    }
  }
  return at;
}
