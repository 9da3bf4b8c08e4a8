import { embedding } from '@heliograph/proto';
import { ServiceError, vectorFromBytes } from '@heliograph/runtime';
import { testSignals } from '@heliograph/test-corpus';
import type { CallOptions, VectorIndex, VectorMatches, VectorQuery } from '@heliograph/vector-index';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectionOf } from '../domain/vector-collection';
import type { EmbeddingClient } from '../semantic/embed-query';
import { embeddingUnavailable, stillEmbedding } from '../semantic/unavailable';

/** A user waits for them, so they are sent as queries, a few at a time to let other users' queries in between. */
const BATCH = 10;
/** Per batch. */
const EMBED_TIMEOUT_MS = 30_000;
const MILLION = 1_000_000;

interface Point {
  id: bigint;
  publishedAtMs: number;
  vector: Float32Array;
}

interface Collection {
  name: string;
  points: readonly Point[];
}

/**
 * The vectors of the test corpus: made at the first semantic search by a test key, kept until the model changes, and
 * scanned one by one.
 */
export class TestVectors implements Pick<VectorIndex, 'query'> {
  private made: Collection | undefined;
  private making: Promise<Collection> | undefined;

  constructor(private readonly embeddings: EmbeddingClient | undefined) {}

  /** Like {@link VectorIndex.query}; `semantic_unavailable` while the vectors are being made. */
  async query(
    name: string,
    { vector, limit, publishedUntilMs }: VectorQuery,
    { timeoutMs = EMBED_TIMEOUT_MS, signal }: CallOptions = {},
  ): Promise<VectorMatches> {
    const { points } = await this.current(name, timeoutMs, signal);
    const nearest = points
      .filter(({ publishedAtMs }) => publishedAtMs <= publishedUntilMs)
      .map((point) => ({ id: point.id, similarity: similarityOf(vector, point.vector) }))
      .sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? 1 : -1))
      .slice(0, limit);
    return {
      ids: BigUint64Array.from(nearest, ({ id }) => id),
      similarityMillionths: Int32Array.from(nearest, ({ similarity }) => similarity),
    };
  }

  private async current(name: string, timeoutMs: number, signal?: AbortSignal): Promise<Collection> {
    if (this.made?.name === name) return this.made;
    // Made once, for all waiting and later callers.
    this.making ??= this.embedAll().finally(() => (this.making = undefined));
    const collection = await before(this.making, timeoutMs, signal);
    // The model changed between the query's vector and these.
    if (collection.name !== name) throw stillEmbedding();
    return collection;
  }

  private async embedAll(): Promise<Collection> {
    const points: Point[] = [];
    let name = '';
    for (let from = 0; from < testSignals.length; from += BATCH) {
      const batch = testSignals.slice(from, from + BATCH);
      const { model, vectors } = await this.embeddings!.embed(
        { purpose: embedding.Purpose.QUERY, texts: batch.map(({ title }) => title) },
        { requestId: 'test-corpus', timeoutMs: EMBED_TIMEOUT_MS },
      ).catch((error: unknown) => {
        throw error instanceof ServiceError && error.code === 'unavailable'
          ? embeddingUnavailable(error)
          : error;
      });
      if (!model || vectors.length !== batch.length) throw stillEmbedding();
      const collection = collectionOf(model.identity);
      if (name !== '' && name !== collection) throw stillEmbedding();
      name = collection;
      batch.forEach(({ id, publishedAt }, index) =>
        points.push({
          id: BigInt(id),
          publishedAtMs: Date.parse(publishedAt),
          vector: vectorFromBytes(vectors[index]!),
        }),
      );
    }
    return (this.made = { name, points });
  }
}

/**
 * The work's result, if it is ready in time. @throws ServiceError `semantic_unavailable`; the signal's reason if the
 * caller cancels.
 */
async function before<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Result> {
  const ended = new AbortController();
  const late = sleep(timeoutMs, undefined, {
    signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]),
  }).then(
    () => Promise.reject(stillEmbedding()),
    () => Promise.reject(signal?.reason as Error),
  );
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

/** In millionths; both vectors are of length 1. */
function similarityOf(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += one[at]! * other[at]!;
  return Math.round(Math.max(-1, Math.min(1, product)) * MILLION);
}
