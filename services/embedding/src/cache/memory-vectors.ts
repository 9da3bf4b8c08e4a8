interface Kept {
  vector: Float32Array;
  /** By the clock that was given. */
  expiresAt: number;
}

/** Vectors in this process: those used least recently go first, and all go after their time. */
export class MemoryVectors {
  /** In the order of their last use. */
  private readonly kept = new Map<string, Kept>();

  /** @param clock milliseconds of any clock that does not jump. */
  constructor(
    private readonly maximumEntries: number,
    private readonly clock: () => number,
  ) {}

  get size(): number {
    return this.kept.size;
  }

  get(key: string): Float32Array | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    if (found.expiresAt <= this.clock()) return undefined;
    this.kept.set(key, found);
    return found.vector;
  }

  /** Keeps a vector for so long from now on, however often it is used. */
  set(key: string, vector: Float32Array, lifetimeMs: number): void {
    this.kept.delete(key);
    this.kept.set(key, { vector, expiresAt: this.clock() + lifetimeMs });
    if (this.kept.size > this.maximumEntries) this.kept.delete(this.kept.keys().next().value!);
  }
}
