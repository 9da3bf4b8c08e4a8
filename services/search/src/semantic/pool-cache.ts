import { createHash } from 'node:crypto';
import type { NearestSignals, PublicationCutoff } from '../domain/pool';

/** As long as a semantic search's cursor is valid. */
const LIFETIME_MS = 3_600_000;
const MAXIMUM_POOLS = 2_000;
/** A pool of 1,000 takes 12 KB. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;

/** What a search's pool depends on, from its first page to its last. */
export interface PoolKey {
  text: string;
  /** Of one model, which gives a text one vector. */
  collection: string;
  cutoff: PublicationCutoff;
}

export interface KeptPool {
  collection: string;
  modelName: string;
  pool: NearestSignals;
}

interface Kept {
  found: KeptPool;
  bytes: number;
  keptUntilMs: number;
}

/**
 * Pools of first pages, for the pages after them: those then need neither a vector nor the index, and see the same pool
 * even if the model or the index has changed. Signals withdrawn since are in the pool, but not in the engine, which is
 * asked for every page. A page whose pool was evicted, or that comes to another replica, takes it from the index again.
 */
export class PoolCache {
  /** Least recently used pool first. */
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;

  constructor(private readonly now: () => Date) {}

  get(key: PoolKey): KeptPool | undefined {
    const text = textOf(key);
    const found = this.kept.get(text);
    if (!found) return undefined;
    this.forget(text, found);
    if (found.keptUntilMs <= this.now().getTime()) return undefined;
    this.keep(text, found);
    return found.found;
  }

  set(key: PoolKey, found: KeptPool): void {
    const text = textOf(key);
    const before = this.kept.get(text);
    if (before) this.forget(text, before);
    const { pool } = found;
    const bytes = text.length + pool.ids.byteLength + pool.similarityMillionths.byteLength;
    this.keep(text, { found, bytes, keptUntilMs: this.now().getTime() + LIFETIME_MS });
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

/** A hash stands for the query's text. */
function textOf({ text, collection, cutoff }: PoolKey): string {
  const hash = createHash('sha256').update(text).digest('base64');
  return `${collection} ${hash} ${cutoff.asOfMs} ${cutoff.ordinalBelow}`;
}
