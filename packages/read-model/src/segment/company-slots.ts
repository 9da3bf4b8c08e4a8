import { normalizedKey } from '@heliograph/words';
import { hashOf, powerOfTwoFrom } from './dictionary';
import { sharedUint32 } from './shared-arrays';

const encoder = new TextEncoder();

/**
 * A hash table of companies by a nearly unique key (slug, whole name). It lacks the keys, which are in the items, so
 * callers must compare results.
 *
 * @param hashes by company: {@link hashOfKey}.
 */
export function buildCompanySlots(hashes: Uint32Array): Uint32Array {
  const slots = sharedUint32(powerOfTwoFrom(hashes.length * 1.3));
  const mask = slots.length - 1;
  for (let company = 0; company < hashes.length; company++) {
    let slot = hashes[company]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = company + 1;
  }
  return slots;
}

/** Companies that may have the key. */
export function candidatesOf(slots: Uint32Array, key: string): number[] {
  const mask = slots.length - 1;
  const companies: number[] = [];
  for (let slot = hashOfKey(key) & mask; slots[slot] !== 0; slot = (slot + 1) & mask)
    companies.push(slots[slot]! - 1);
  return companies;
}

export function hashOfKey(key: string): number {
  const bytes = encoder.encode(key);
  return hashOf(bytes, 0, bytes.length);
}

/** Hash of the normalized name. */
export const hashOfName = (name: string) => hashOfKey(normalizedKey(name));
