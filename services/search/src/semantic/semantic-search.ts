import { CANDIDATE_LIMIT } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import { CallCancelled, ServiceError, type CallContext } from '@heliograph/runtime';
import type { VectorIndex, VectorMatches, VectorQuery } from '@heliograph/vector-index';
import type { PoolPage, PublicationCutoff, Rank } from '../domain/pool';
import type { SignalFilters } from '@heliograph/read-model';
import { collectionOf } from '../domain/vector-collection';
import type { SearchMetrics } from '../metrics';
import type { CollectionStore } from '../storage/collection-store';
import type { SearchEngine } from '../engine/search-engine';
import { embedQuery, type EmbeddingClient } from './embed-query';
import { PoolCache, type KeptPool } from './pool-cache';
import { beingRebuilt, indexUnavailable, notConfigured, stillBuilding } from './unavailable';

/** Call time reserved for what follows: the index and the filters after the embedding, the filters after the index. */
const ROOM_AFTER_EMBEDDING_MS = 750;
const ROOM_AFTER_INDEX_MS = 250;

export interface SemanticRequest {
  /** Never logged. */
  text: string;
  filters: SignalFilters;
  /** 1 to 50. */
  limit: number;
  /** Names of each item's fields besides its id; empty: all. */
  fields: readonly string[];
  /** Unset on the first page. */
  continuation?: { after: Rank; cutoff: PublicationCutoff; collection: string };
}

interface SemanticPage extends Omit<PoolPage, 'nextOrdinal'> {
  cutoff: PublicationCutoff;
  collection: string;
  modelName: string;
}

/** The pool of a search, and a check that must pass before a page is taken from it. */
interface FoundPool extends KeptPool {
  isComplete?: Promise<void>;
}

interface SemanticSearchParts {
  /** Undefined when its address is not set. */
  embeddings: EmbeddingClient | undefined;
  index: Pick<VectorIndex, 'query'> | undefined;
  engine: SearchEngine;
  collections: Pick<CollectionStore, 'find' | 'refresh'>;
  metrics: SearchMetrics;
  now: () => Date;
}

/**
 * Semantic search: the query's vector, the pool of the nearest published signals, and within it every filter of keyword
 * search.
 *
 * Nothing replaces a missing part: without vectors there is no answer.
 */
export class SemanticSearch {
  private readonly pools: PoolCache;

  constructor(private readonly parts: SemanticSearchParts) {
    this.pools = new PoolCache(parts.now);
  }

  /**
   * @throws ServiceError `semantic_unavailable` saying what an operator must do; `unavailable` while the database is;
   *   `cursor_expired` when the first page came from a collection that is no longer in use and its pool was evicted;
   *   `invalid_parameter` when the model cannot embed the text.
   */
  async search(
    { text, filters, limit, fields, continuation }: SemanticRequest,
    call: CallContext,
  ): Promise<SemanticPage> {
    const { metrics, engine, now } = this.parts;
    const publishedUntilMs = continuation?.cutoff.asOfMs ?? now().getTime();
    const ordinalBelow = continuation?.cutoff.ordinalBelow;
    const kept = continuation && this.pools.get({ text, ...continuation });
    const { collection, modelName, pool, isComplete }: FoundPool =
      kept ?? (await this.findPool(text, { publishedUntilMs, ordinalBelow }, continuation?.collection, call));
    const { nextOrdinal, ...page } = await metrics.semanticStep('filters', async () => {
      const request = { pool, publishedUntilMs, ordinalBelow, after: continuation?.after, limit, fields };
      const [found] = await Promise.all([engine.searchPool(filters, request, call), isComplete]);
      return found;
    });
    if (!continuation) metrics.poolFiltered(page.poolSize, page.matched);
    // From the corpus of the first page: signals that it did not hold have this ordinal or a larger one.
    const cutoff = { asOfMs: publishedUntilMs, ordinalBelow: ordinalBelow ?? nextOrdinal };
    if (!kept && page.next) this.pools.set({ text, collection, cutoff }, { collection, modelName, pool });
    return { ...page, cutoff, collection, modelName };
  }

  /** @param wanted the collection of the first page. */
  private async findPool(
    text: string,
    published: Pick<VectorQuery, 'publishedUntilMs' | 'ordinalBelow'>,
    wanted: string | undefined,
    call: CallContext,
  ): Promise<FoundPool> {
    const { metrics } = this.parts;
    const { embeddings, index } = this.configured();
    const { modelName, modelIdentity, vector } = await metrics.semanticStep('embedding', () =>
      embedQuery(embeddings, text, {
        requestId: call.requestId,
        traceparent: call.traceparent,
        timeoutMs: timeWithout(ROOM_AFTER_EMBEDDING_MS, call),
        accountId: call.accountId,
        signal: call.signal,
      }),
    );
    const collection = collectionOf(modelIdentity);
    if (wanted !== undefined && wanted !== collection) throw rebuiltSince();
    await this.requireComplete(collection);
    const query = { vector, limit: CANDIDATE_LIMIT, ...published };
    const pool = await metrics.semanticStep('index', () => nearest(index, collection, query, call));
    // The index may have lost the collection a moment ago and be refilling it: a pool from it would be worthless.
    const isComplete = this.requireCompleteNow(collection);
    isComplete.catch(() => undefined);
    return { collection, modelName, pool, isComplete };
  }

  private configured(): { embeddings: EmbeddingClient; index: Pick<VectorIndex, 'query'> } {
    const { embeddings, index } = this.parts;
    if (embeddings && index) return { embeddings, index };
    const missing = [
      ...(embeddings ? [] : ['EMBEDDING_ADDRESS']),
      ...(index ? [] : ['QDRANT_URL or VECTORS_ADDRESS']),
    ];
    throw notConfigured(missing.join(', and '));
  }

  private async requireCompleteNow(name: string): Promise<void> {
    await onDatabase(() => this.parts.collections.refresh());
    await this.requireComplete(name);
  }

  private async requireComplete(name: string): Promise<void> {
    const collection = await onDatabase(() => this.parts.collections.find(name));
    if (!collection?.isComplete) throw stillBuilding(collection);
  }
}

async function nearest(
  index: Pick<VectorIndex, 'query'>,
  collection: string,
  query: VectorQuery,
  call: CallContext,
): Promise<VectorMatches> {
  try {
    return await index.query(collection, query, {
      timeoutMs: timeWithout(ROOM_AFTER_INDEX_MS, call),
      signal: call.signal,
    });
  } catch (error) {
    if (error instanceof CallCancelled) throw error;
    if (error instanceof ServiceError && error.code === 'semantic_unavailable') throw error;
    if (error instanceof ServiceError && error.code === 'unavailable') throw indexUnavailable(error);
    if (error instanceof ServiceError && error.code === 'not_found') throw beingRebuilt(error);
    // What the index says about its own inputs does not help the caller.
    throw new Error('the vector index could not be queried', { cause: error });
  }
}

/** Whole milliseconds; at least one, because a call with none would have no deadline. */
const timeWithout = (roomMs: number, call: CallContext) =>
  Math.max(1, Math.floor(call.remainingMs() - roomMs));

function rebuiltSince(): ServiceError {
  const message = 'The index was rebuilt since this cursor was made; start again without the cursor.';
  return new ServiceError('cursor_expired', message, { issues: [{ parameter: 'cursor', message }] });
}
