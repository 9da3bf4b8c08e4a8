const SMALLEST = 1_024;

/**
 * Maps ids to rows. Ids are unsigned 64-bit integers in two halves: a Map of a million bigints would take ten times the
 * memory. Open addressing with linear probing; at most half of the slots are taken.
 */
export class IdTable {
  /** Row + 1; 0 is free. */
  private slots = new Uint32Array(SMALLEST);
  private taken = 0;

  /** @param halves the ids by row: the lower half at `2 * row`, then the upper half. */
  constructor(private readonly halves: () => Uint32Array) {}

  get size(): number {
    return this.taken;
  }

  /** @returns -1 when the id does not exist. */
  rowOf(low: number, high: number): number {
    const slot = this.slots[this.find(low, high)]!;
    return slot - 1;
  }

  /** Adds the id in this row's halves; it must not exist yet. */
  add(row: number): void {
    if ((this.taken + 1) * 2 > this.slots.length) this.grow();
    this.place(row);
    this.taken += 1;
  }

  /** Removes an id, which must exist. */
  remove(low: number, high: number): void {
    const mask = this.slots.length - 1;
    let gap = this.find(low, high);
    this.slots[gap] = 0;
    this.taken -= 1;
    // Entries that probed past the gap move back into it, so lookups need no tombstones.
    for (let index = (gap + 1) & mask; this.slots[index] !== 0; index = (index + 1) & mask) {
      const home = this.homeOf(this.slots[index]! - 1);
      if (((index - home) & mask) < ((index - gap) & mask)) continue;
      this.slots[gap] = this.slots[index]!;
      this.slots[index] = 0;
      gap = index;
    }
  }

  private find(low: number, high: number): number {
    const halves = this.halves();
    const mask = this.slots.length - 1;
    let index = hash(low, high) & mask;
    for (;;) {
      const row = this.slots[index]! - 1;
      if (row < 0 || (halves[2 * row] === low && halves[2 * row + 1] === high)) return index;
      index = (index + 1) & mask;
    }
  }

  private place(row: number): void {
    const mask = this.slots.length - 1;
    let index = this.homeOf(row);
    while (this.slots[index] !== 0) index = (index + 1) & mask;
    this.slots[index] = row + 1;
  }

  private homeOf(row: number): number {
    const halves = this.halves();
    return hash(halves[2 * row]!, halves[2 * row + 1]!) & (this.slots.length - 1);
  }

  private grow(): void {
    const smaller = this.slots;
    this.slots = new Uint32Array(smaller.length * 2);
    for (let index = 0; index < smaller.length; index += 1) {
      if (smaller[index] !== 0) this.place(smaller[index]! - 1);
    }
  }
}

/** The finalizer of MurmurHash3 over both halves. */
function hash(low: number, high: number): number {
  let mixed = low ^ Math.imul(high, 0x9e37_79b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
