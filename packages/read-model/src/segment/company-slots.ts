import { hashOf, powerOfTwoFrom } from './dictionary';
import { sharedUint32 } from './shared-arrays';

const encoder = new TextEncoder();

/**
 * Companies by a key that few share (slug, whole name), without the keys themselves, which the items have: what is found is to be compared.
 */
export function buildCompanySlots(keys: readonly string[]): Uint32Array {
  const slots = sharedUint32(powerOfTwoFrom(keys.length * 1.3));
  const mask = slots.length - 1;
  for (let company = 0; company < keys.length; company++) {
    let slot = slotOf(keys[company]!, mask);
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = company + 1;
  }
  return slots;
}

/** Companies that may have a key. */
export function candidatesOf(slots: Uint32Array, key: string): number[] {
  const mask = slots.length - 1;
  const companies: number[] = [];
  for (let slot = slotOf(key, mask); slots[slot] !== 0; slot = (slot + 1) & mask)
    companies.push(slots[slot]! - 1);
  return companies;
}

function slotOf(key: string, mask: number): number {
  const bytes = encoder.encode(key);
  return hashOf(bytes, 0, bytes.length) & mask;
}
