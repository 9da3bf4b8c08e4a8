import { decoder } from './decoder';

/** Keys and their numbers, 0 to n - 1, in shared memory. */
export interface DictionaryData {
  /** All keys, concatenated, in UTF-8. */
  bytes: Uint8Array;
  /** Where each key begins, then where the last one ends. */
  offsets: Uint32Array;
  /** Open addressing: the key's number + 1, or 0 if empty. The length is a power of two. */
  slots: Uint32Array;
}

const encoder = new TextEncoder();

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A well-distributed 32-bit hash.
 *
 * @param before the {@link hashState} of what precedes the bytes.
 */
export function hashOf(bytes: Uint8Array, from: number, to: number, before: number = FNV_BASIS): number {
  return spread(hashState(bytes, from, to, before));
}

/** The hash of ASCII bytes after lower-casing. */
export function hashOfLowerCase(
  bytes: Uint8Array,
  from: number,
  to: number,
  before: number = FNV_BASIS,
): number {
  let hash = before;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ lowerCase(bytes[index]!), FNV_PRIME);
  return spread(hash);
}

/** The hash state after these bytes. */
export function hashState(bytes: Uint8Array, from: number, to: number, before: number = FNV_BASIS): number {
  let hash = before;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ bytes[index]!, FNV_PRIME);
  return hash;
}

/** Lower-cases an ASCII byte. */
export const lowerCase = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);

/** FNV's low bits alone are poorly distributed. */
function spread(fnv: number): number {
  const hash = Math.imul(fnv ^ (fnv >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

export const powerOfTwoFrom = (number: number) => 2 ** Math.ceil(Math.log2(Math.max(2, number)));

/** A key's number; undefined if the dictionary lacks it. */
export function findKey({ bytes, offsets, slots }: DictionaryData, key: string): number | undefined {
  const wanted = encoder.encode(key);
  const mask = slots.length - 1;
  for (let slot = hashOf(wanted, 0, wanted.length) & mask; ; slot = (slot + 1) & mask) {
    const number = slots[slot]! - 1;
    if (number < 0) return undefined;
    const start = offsets[number]!;
    if (offsets[number + 1]! - start !== wanted.length) continue;
    let index = 0;
    while (index < wanted.length && wanted[index] === bytes[start + index]) index += 1;
    if (index === wanted.length) return number;
  }
}

/** The key with this number. */
export function keyOf({ bytes, offsets }: DictionaryData, number: number): string {
  return decoder.decode(bytes.subarray(offsets[number], offsets[number + 1]));
}

/** All keys in the order of their numbers. */
export function* keysOf(dictionary: DictionaryData): Generator<string> {
  for (let number = 0; number + 1 < dictionary.offsets.length; number++) yield keyOf(dictionary, number);
}
