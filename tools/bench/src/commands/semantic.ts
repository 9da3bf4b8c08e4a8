import { FakeProvider } from '@heliograph/testing';
import { importInto, type CorpusSource } from '../corpus';
import { alone, load } from '../load';
import { round } from '../percentiles';
import type { Report } from '../report';
import { requestOf } from '../search/heliograph-engine';
import { queryClasses } from '../search/query-classes';
import { measureApi } from '../semantic/measure-api';
import { measureIndex } from '../semantic/measure-index';
import { titlesOf } from '../semantic/stored-vectors';
import { BenchedSystem } from '../system';

export interface SemanticBenchOptions {
  source: CorpusSource;
  /** `local` embeds with the packaged model, `stand-in` with a cheap fake provider. */
  embedding: 'local' | 'stand-in';
  /** Dimensions of the stand-in's vectors. */
  dimensions: number;
  /** Number of different texts to search for. */
  queries: number;
  seconds: number;
  connections: number;
}

/**
 * Measures semantic search end to end: how fast signals are embedded and indexed, and what that costs keyword search
 * meanwhile; the vector index alone, against a brute-force scan; and the API with new and with cached texts.
 */
export async function benchSemantic(report: Report, options: SemanticBenchOptions): Promise<void> {
  const provider = options.embedding === 'stand-in' ? await FakeProvider.start(options) : undefined;
  const system = await BenchedSystem.start(
    ['--empty'],
    provider?.environment ?? { EMBEDDING_PROVIDER: 'local' },
  );
  try {
    const { signals } = await importInto(system, options.source);
    const key = await system.newKey();
    // Concurrently: each is measured while the other runs.
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
    await measureApi(report, { system, key, signals, texts }, options);
  } finally {
    await system.destroy();
    await provider?.close();
  }
}

/** Searches for common words while indexing: what other users of the machine notice. */
async function keywordLoad(system: BenchedSystem, key: string, options: SemanticBenchOptions) {
  const classes = await queryClasses(await system.databaseUrl());
  const common = classes.find(({ name }) => name === 'common word')!;
  const requests = common.queries.map(requestOf);
  const target = { url: system.url, requests, headers: { authorization: `Bearer ${key}` } };
  await alone(target, requests.length);
  return load(target, options);
}
