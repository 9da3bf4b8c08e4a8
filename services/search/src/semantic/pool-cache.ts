import { createHash } from 'node:crypto';
import type { NearestSignals, PublicationCutoff } from '../domain/pool';

/** As long as the cursor of a semantic search. */
const LIFETIME_MS = 3_600_000;
const MAXIMUM_POOLS = 2_000;
/** A pool of 1,000 takes 12 KB. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;

/** What a search's pool depends on, from its first page to its last. */
export interface PoolKey {
  collection: string;
  vector: Float32Array;
  cutoff: PublicationCutoff;
}

interface Kept {
  pool: NearestSignals;
  bytes: number;
  keptUntilMs: number;
}

/**
 * Pools of first pages, for the pages after them: those need no query of the index, and see the same pool whatever the
 * index did meanwhile. What was withdrawn since is in the pool but not in the catalog, which is checked for every page.
 * A page whose pool was evicted, or that reaches another replica, gets it from the index again.
 */
export class PoolCache {
  /** Least recently used pool first. */
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;

  constructor(private readonly now: () => Date) {}

  get(key: PoolKey): NearestSignals | undefined {
    const text = textOf(key);
    const found = this.kept.get(text);
    if (!found) return undefined;
    this.forget(text, found);
    if (found.keptUntilMs <= this.now().getTime()) return undefined;
    this.keep(text, found);
    return found.pool;
  }

  set(key: PoolKey, pool: NearestSignals): void {
    const text = textOf(key);
    const before = this.kept.get(text);
    if (before) this.forget(text, before);
    const bytes = text.length + pool.ids.byteLength + pool.similarityMillionths.byteLength;
    this.keep(text, { pool, bytes, keptUntilMs: this.now().getTime() + LIFETIME_MS });
    for (const [oldest, each] of this.kept) {
      if (this.kept.size <= MAXIMUM_POOLS && this.bytes <= MAXIMUM_BYTES) break;
      this.forget(oldest, each);
    }
  }

  private keep(text: string, entry: Kept): void {
    this.kept.set(text, entry);
    this.bytes += entry.bytes;
  }

  private forget(text: string, entry: Kept): void {
    this.kept.delete(text);
    this.bytes -= entry.bytes;
  }
}

/** A hash stands for the vector. */
function textOf({ collection, vector, cutoff }: PoolKey): string {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  const hash = createHash('sha256').update(bytes).digest('base64');
  return `${collection} ${hash} ${cutoff.asOfMs} ${cutoff.ordinalBelow}`;
}
