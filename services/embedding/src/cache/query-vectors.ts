import type { LRUCache } from 'lru-cache';
import type { SharedVectors } from './shared-vectors';

/** The interface allows reusing a query's embedding for one hour. */
const LIFETIME_MS = 3_600_000;

interface QueryVectorsOptions {
  keyOf: (text: string) => string;
  memory: LRUCache<string, Float32Array>;
  shared: SharedVectors;
  /** Calls the model. */
  embed: (text: string, remainingMs: () => number) => Promise<Float32Array>;
  observer: { onLookup(result: 'memory' | 'redis' | 'miss' | 'joined'): void };
}

/** A text being embedded, for all callers that asked for it. */
interface Lookup {
  vector: Promise<Float32Array>;
  /** When the last of them stops waiting. */
  deadline: number;
}

/**
 * Query vectors: from memory, from Redis, or from the model, which is called once however many callers need a text at
 * the same time.
 */
export class QueryVectors {
  private readonly underWay = new Map<string, Lookup>();

  constructor(private readonly options: QueryVectorsOptions) {}

  /**
   * @param deadline when this caller stops waiting, on the clock of `performance.now()`. Others may wait longer for the
   *   same text; no caller's deadline ends another's wait.
   */
  get(text: string, deadline: number): Promise<Float32Array> {
    const { keyOf, memory, observer } = this.options;
    const key = keyOf(text);
    const kept = memory.get(key);
    if (kept) {
      observer.onLookup('memory');
      return Promise.resolve(kept);
    }
    const current = this.underWay.get(key);
    if (current) {
      observer.onLookup('joined');
      return this.join(current, text, deadline);
    }
    const lookup = { deadline } as Lookup;
    lookup.vector = this.find(key, text, lookup).finally(() => this.underWay.delete(key));
    this.underWay.set(key, lookup);
    return lookup.vector;
  }

  private async join(lookup: Lookup, text: string, deadline: number): Promise<Float32Array> {
    const hadTime = lookup.deadline >= deadline;
    lookup.deadline = Math.max(lookup.deadline, deadline);
    try {
      return await lookup.vector;
    } catch (error) {
      // It may have failed for lack of time, which this caller still has.
      if (hadTime || performance.now() >= deadline) throw error;
      return this.get(text, deadline);
    }
  }

  private async find(key: string, text: string, lookup: Lookup): Promise<Float32Array> {
    const { memory, shared, observer } = this.options;
    const found = await shared.get(key);
    if (found) {
      observer.onLookup('redis');
      memory.set(key, found.vector, { ttl: Math.min(found.remainingMs, LIFETIME_MS) });
      return found.vector;
    }
    observer.onLookup('miss');
    const vector = await this.options.embed(text, () => lookup.deadline - performance.now());
    memory.set(key, vector, { ttl: LIFETIME_MS });
    shared.set(key, vector, LIFETIME_MS);
    return vector;
  }
}
