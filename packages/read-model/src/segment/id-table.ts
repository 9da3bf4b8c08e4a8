import { powerOfTwoFrom } from './dictionary';
import { sharedUint32 } from './shared-arrays';

/** Ids by row, each as two halves. */
export interface Ids {
  high: Uint32Array;
  low: Uint32Array;
}

function hashOf(high: number, low: number): number {
  let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Hash table of rows by id, with open addressing: row + 1, or 0 if empty. */
export function buildIdTable({ high, low }: Ids): Uint32Array {
  const slots = sharedUint32(powerOfTwoFrom(high.length * 1.5));
  const mask = slots.length - 1;
  for (let row = 0; row < high.length; row++) {
    let slot = hashOf(high[row]!, low[row]!) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = row + 1;
  }
  return slots;
}

/** The row with this id; -1 if there is none. */
export function findRow(slots: Uint32Array, ids: Ids, high: number, low: number): number {
  const mask = slots.length - 1;
  for (let slot = hashOf(high, low) & mask; ; slot = (slot + 1) & mask) {
    const row = slots[slot]! - 1;
    if (row < 0 || (ids.low[row] === low && ids.high[row] === high)) return row;
  }
}
