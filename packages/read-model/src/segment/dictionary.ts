import { sharedBytes, sharedUint32 } from './shared-arrays';

/** Keys and their numbers, 0 to n - 1, in shared memory. */
export interface DictionaryData {
  /** Of all keys, one after another, in UTF-8. */
  bytes: Uint8Array;
  /** Where each key begins; the last is where the last one ends. */
  offsets: Uint32Array;
  /** Open addressing: number of the key + 1, or 0. A power of two long. */
  slots: Uint32Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193);
  // FNV's low bits alone are poor.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

export const powerOfTwoFrom = (number: number) => 2 ** Math.ceil(Math.log2(Math.max(2, number)));

/** @param keys in the order of their numbers, each once. */
export function packDictionary(keys: Iterable<string>, count: number): DictionaryData {
  const offsets = sharedUint32(count + 1);
  let scratch = new Uint8Array(1 << 16);
  let length = 0;
  let number = 0;
  for (const key of keys) {
    if (length + key.length * 3 > scratch.length) {
      const larger = new Uint8Array(Math.max(scratch.length * 2, length + key.length * 3));
      larger.set(scratch.subarray(0, length));
      scratch = larger;
    }
    length += encoder.encodeInto(key, scratch.subarray(length)).written;
    offsets[++number] = length;
  }
  const bytes = sharedBytes(length);
  bytes.set(scratch.subarray(0, length));
  const slots = sharedUint32(powerOfTwoFrom(count * 2));
  for (let key = 0; key < count; key++) {
    let slot = hashOf(bytes, offsets[key]!, offsets[key + 1]!) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = key + 1;
  }
  return { bytes, offsets, slots };
}

/** The number of a key; undefined when it has none. */
export function findKey({ bytes, offsets, slots }: DictionaryData, key: string): number | undefined {
  const wanted = encoder.encode(key);
  for (let slot = hashOf(wanted, 0, wanted.length); ; slot++) {
    const number = slots[slot & (slots.length - 1)]!;
    if (number === 0) return undefined;
    const start = offsets[number - 1]!;
    if (
      offsets[number]! - start === wanted.length &&
      wanted.every((byte, index) => byte === bytes[start + index])
    ) {
      return number - 1;
    }
  }
}

/** All keys in the order of their numbers. */
export function* keysOf({ bytes, offsets }: DictionaryData): Generator<string> {
  // A decoder does not read shared memory.
  const own = bytes.slice();
  for (let number = 0; number + 1 < offsets.length; number++) {
    yield decoder.decode(own.subarray(offsets[number], offsets[number + 1]));
  }
}
