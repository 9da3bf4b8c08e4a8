import { embedding } from '@heliograph/proto';
import { createLogger, createRpcClient, uuidv7 } from '@heliograph/runtime';
import { createVectorIndex, vectorIndexSettings, vectorIndexVariables } from '@heliograph/vector-index';
import { z } from 'zod';
import { percentiles, round, type Latency } from '../percentiles';
import type { Report } from '../report';
import type { BenchedSystem } from '../system';
import { directoryBytes } from './directory-bytes';
import { ExactSearch } from './exact-search';
import { collectionInUse, storedVectors } from './stored-vectors';

const POOL = 1_000;
const CALL_TIMEOUT_MS = 10_000;

/** Measures the vector index alone against a brute-force scan in this process: time, recall, bytes per vector. */
export async function measureIndex(
  report: Report,
  system: BenchedSystem,
  signals: number,
  texts: readonly string[],
): Promise<Latency> {
  const { addresses } = await system.readSystemFile();
  // The search service's credentials.
  const caller = 'search';
  const credentials = await system.credentialsOf(caller);
  const embedder = createRpcClient(embedding.EmbeddingServiceService, {
    address: addresses.embedding!,
    caller,
    credentials,
    defaultTimeoutMs: CALL_TIMEOUT_MS,
  });
  const variables = z.object(vectorIndexVariables).parse({ VECTORS_ADDRESS: addresses.vectors, ...qdrant() });
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const index = createVectorIndex(vectorIndexSettings(variables), { caller, credentials, logger });
  try {
    const queries: Float32Array[] = [];
    for (const text of texts) {
      const { vectors } = await embedder.embed(
        { purpose: embedding.Purpose.QUERY, texts: [text] },
        { requestId: uuidv7() },
      );
      queries.push(new Float32Array(new Uint8Array(vectors[0]!).buffer));
    }
    const collection = await collectionInUse(await system.databaseUrl());
    const ask = (vector: Float32Array) =>
      index.query(collection, { vector, limit: POOL, publishedUntilMs: Date.now() + 400 * 86_400_000 });
    for (const vector of queries) await ask(vector);
    const times: number[] = [];
    const found: Set<string>[] = [];
    for (const vector of queries) {
      const started = performance.now();
      const matches = await ask(vector);
      times.push(performance.now() - started);
      found.push(new Set(Array.from(matches.ids, String)));
    }
    const exact = new ExactSearch(queries, POOL);
    let vectors = 0;
    for await (const { id, vector } of storedVectors(await system.databaseUrl(), collection)) {
      exact.add(id, vector);
      vectors += 1;
    }
    const recalls = exact.nearest.map(
      (nearest, at) => [...nearest].filter((id) => found[at]!.has(id)).length / Math.max(1, nearest.size),
    );
    const latency = percentiles(times);
    const { p50, p95 } = latency;
    report.add({
      bench: 'semantic',
      part: 'index',
      signals,
      recall: Math.round((recalls.reduce((sum, each) => sum + each, 0) / recalls.length) * 1e4) / 1e4,
      worstRecall: Math.round(Math.min(...recalls) * 1e4) / 1e4,
      p50,
      p95,
      exactMs: round(exact.msPerQuery),
      ratioToExact: round(p50 / exact.msPerQuery),
      bytesPerVector: Math.round((await directoryBytes(system.vectorsDirectory)) / vectors),
    });
    return latency;
  } finally {
    await index.close();
    await embedder.close();
  }
}

/** The system, too, uses a Qdrant named in the environment. */
const qdrant = () => ({
  QDRANT_URL: process.env.QDRANT_URL || undefined,
  QDRANT_API_KEY: process.env.QDRANT_API_KEY || undefined,
});
