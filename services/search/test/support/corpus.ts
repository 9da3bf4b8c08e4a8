import { catalogVersion, waitForReaders, writeCorpus } from '@heliograph/catalog';
import type { VectorIndex } from '@heliograph/vector-index';
import { Pool } from 'pg';
import type { PlainCompany, PlainSignal } from './brute-force';
import { vectorOf } from './fake-embeddings';

const DIMENSIONS = 3;

/** Imports a small corpus and waits until every search process has it. */
export async function importSignals(
  connectionString: string,
  companies: readonly PlainCompany[],
  signals: readonly PlainSignal[],
): Promise<void> {
  await writeCorpus(connectionString, companies, signals);
  await untilSeen(connectionString);
}

/** Waits until every search process has all committed changes. */
export async function untilSeen(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString, max: 1 });
  try {
    expect(await waitForReaders(pool, await catalogVersion(pool))).toEqual([]);
  } finally {
    await pool.end();
  }
}

/**
 * Puts the catalog's signals into a collection, as the indexer does: the title's vector, and the catalog's ordinal and
 * time of publication.
 */
export async function embedSignals(
  connectionString: string,
  index: VectorIndex,
  collection: string,
  ids: readonly string[],
): Promise<void> {
  const rows = await onCatalog<{ id: string; published: string; ordinal: number; title: string }>(
    connectionString,
    `SELECT s.id::text, (extract(epoch FROM s.published_at) * 1000)::bigint::text AS published, s.ordinal, d.document::json->>'title' AS title
     FROM catalog.signal s JOIN catalog.signal_document d ON d.id = s.id WHERE s.id = ANY($1::numeric[])`,
    [ids],
  );
  await index.prepare({ name: collection, dimensions: DIMENSIONS });
  await index.upsert(
    collection,
    rows.map(({ id, published, ordinal, title }) => ({
      id,
      version: 1n,
      publishedAtMs: Number(published),
      ordinal,
      vector: vectorOf(title),
    })),
  );
}

/** The indexer's report about a collection. */
export async function reportCollection(
  connectionString: string,
  name: string,
  { signals, embedded, complete }: { signals: number; embedded: number; complete: boolean },
): Promise<void> {
  await onCatalog(
    connectionString,
    `INSERT INTO catalog.vector_collection (name, model_identity, model_name, dimensions, signals, embedded, completed_at)
     VALUES ($1, $1, 'test-model', $5, $2, $3, CASE WHEN $4 THEN now() END)
     ON CONFLICT (name) DO UPDATE SET signals = $2, embedded = $3, completed_at = excluded.completed_at`,
    [name, signals, embedded, complete, DIMENSIONS],
  );
}

export async function onCatalog<Row extends object>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const pool = new Pool({ connectionString, max: 1 });
  try {
    return (await pool.query<Row>(statement, values)).rows;
  } finally {
    await pool.end();
  }
}
