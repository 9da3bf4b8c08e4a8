const GOLDEN_GAMMA = 0x9e3779b9;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Seeded randomness: the same seed and name give the same numbers (splitmix32). */
export class Random {
  private state: number;

  constructor(private readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** A separate sequence, independent of draws from other sequences. */
  fork(name: string): Random {
    let hash = FNV_BASIS ^ this.seed;
    for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, FNV_PRIME);
    return new Random(hash);
  }

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + GOLDEN_GAMMA) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** An integer between the bounds, both inclusive. */
  integer(least: number, greatest: number): number {
    return least + Math.floor(this.next() * (greatest - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)]!;
  }

  /** A shuffled copy (Fisher–Yates). */
  shuffle<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.integer(0, last);
      [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
    }
    return shuffled;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.integer(0, 255)));
  }
}
