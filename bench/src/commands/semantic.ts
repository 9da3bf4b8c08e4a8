import { embedding } from '@heliograph/proto';
import { createRpcClient, createLogger, uuidv7 } from '@heliograph/runtime';
import { StandInProvider } from '@heliograph/testing';
import { createVectorIndex, vectorIndexSettings, vectorIndexVariables } from '@heliograph/vector-index';
import { z } from 'zod';
import { importInto, type CorpusSource } from '../corpus';
import { alone, load } from '../load';
import { percentiles, round } from '../percentiles';
import { queryClasses } from '../query-classes';
import type { Report } from '../report';
import { directoryBytes } from '../semantic/directory-bytes';
import { ExactSearch } from '../semantic/exact-search';
import { collectionInUse, storedVectors, titlesOf } from '../semantic/stored-vectors';
import { BenchedSystem } from '../system';

const POOL = 1_000;
const CALL_TIMEOUT_MS = 10_000;

export interface SemanticBenchOptions {
  source: CorpusSource;
  /** `local` embeds with the model of the package, `stand-in` with a provider that costs next to nothing. */
  embedding: 'local' | 'stand-in';
  /** Different texts that are searched for. */
  queries: number;
  seconds: number;
  connections: number;
}

/**
 * Semantic search from import to answer: how fast signals are embedded and indexed and what that costs keyword search meanwhile; the
 * vector index alone beside a comparison with every vector; the API with texts that are new and with texts it has met.
 */
export async function benchSemantic(report: Report, options: SemanticBenchOptions): Promise<void> {
  const provider = options.embedding === 'stand-in' ? await StandInProvider.start() : undefined;
  const system = await BenchedSystem.start(
    ['--empty'],
    provider?.environment ?? { EMBEDDING_PROVIDER: 'local' },
  );
  try {
    const { signals } = await importInto(system, options.source);
    const key = await system.newKey();
    // Together: what is measured is each of them beside the other.
    const [embedded, duringIndexing] = await Promise.all([
      system.admin<{ embedded: number; remaining: number; seconds: number }>('embed'),
      keywordLoad(system, key, options),
    ]);
    const afterIndexing = await keywordLoad(system, key, options);
    report.add({
      bench: 'semantic',
      part: 'indexing',
      signals,
      provider: options.embedding,
      embedded: embedded.embedded,
      seconds: embedded.seconds,
      vectorsPerSecond: Math.round(embedded.embedded / embedded.seconds),
      keywordRpsDuring: duringIndexing.rps,
      keywordRpsAfter: afterIndexing.rps,
      keywordRatio: round(duringIndexing.rps / afterIndexing.rps),
    });
    const texts = await titlesOf(await system.databaseUrl(), options.queries * 2);
    await measureIndex(report, system, signals, texts.slice(0, options.queries));
    await measureApi(report, system, key, signals, texts, options);
  } finally {
    await system.destroy();
    await provider?.close();
  }
}

/** Common words under load: what the machine's other users notice of the indexer. */
async function keywordLoad(system: BenchedSystem, key: string, options: SemanticBenchOptions) {
  const classes = await queryClasses(await system.databaseUrl());
  const common = classes.find(({ name }) => name === 'common word')!;
  const paths = common.queries.map((parameters) => `/api/v1/signals?${new URLSearchParams(parameters)}`);
  const target = { url: system.url, paths, headers: { authorization: `Bearer ${key}` } };
  await alone(target, paths.length);
  return load(target, options);
}

async function measureIndex(
  report: Report,
  system: BenchedSystem,
  signals: number,
  texts: readonly string[],
): Promise<void> {
  const { internalSecret: secret, addresses } = await system.whereabouts();
  const caller = 'bench';
  const embedder = createRpcClient(embedding.EmbeddingServiceService, {
    address: addresses.embedding!,
    caller,
    secret,
    defaultTimeoutMs: CALL_TIMEOUT_MS,
  });
  const variables = z.object(vectorIndexVariables).parse({ VECTORS_ADDRESS: addresses.vectors, ...qdrant() });
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const index = createVectorIndex(vectorIndexSettings(variables), { caller, secret, logger });
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
      found.push(new Set(matches.map(({ id }) => id)));
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
    const { p50, p95 } = percentiles(times);
    report.add({
      bench: 'semantic',
      part: 'index',
      signals,
      recall: Math.round((recalls.reduce((sum, each) => sum + each, 0) / recalls.length) * 1e4) / 1e4,
      worstRecall: Math.round(Math.min(...recalls) * 1e4) / 1e4,
      p50,
      p95,
      exactMs: round(exact.millisecondsAQuery),
      ratioToExact: round(p50 / exact.millisecondsAQuery),
      bytesPerVector: Math.round((await directoryBytes(system.vectorsDirectory)) / vectors),
    });
  } finally {
    await index.close();
    await embedder.close();
  }
}

/** A Qdrant named in the environment is used by the system too. */
const qdrant = () => ({
  QDRANT_URL: process.env.QDRANT_URL || undefined,
  QDRANT_API_KEY: process.env.QDRANT_API_KEY || undefined,
});

async function measureApi(
  report: Report,
  system: BenchedSystem,
  key: string,
  signals: number,
  texts: readonly string[],
  options: SemanticBenchOptions,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const pathsOf = (some: readonly string[], more: Record<string, string> = {}) =>
    some.map((semantic) => `/api/v1/signals?${new URLSearchParams({ semantic, ...more })}`);
  // The first half has been embedded for the index's measurement.
  const met = { url: system.url, headers, paths: pathsOf(texts.slice(0, options.queries)) };
  const unmet = { url: system.url, headers, paths: pathsOf(texts.slice(options.queries)) };
  const filtered = { ...met, paths: pathsOf(texts.slice(0, options.queries), { days: '90' }) };
  await alone(met, met.paths.length);
  for (const [texts, target] of [
    ['met before', met],
    ['new', unmet],
    ['met before, with a filter', filtered],
  ] as const) {
    const latency = await alone(target, target.paths.length);
    report.add({ bench: 'semantic', part: 'API alone', texts, signals, ...latency });
  }
  const loaded = await load(met, options);
  report.add({ bench: 'semantic', part: 'API under load', texts: 'met before', signals, ...loaded });
}
