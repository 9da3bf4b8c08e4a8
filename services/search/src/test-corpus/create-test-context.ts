import type { CorpusContext } from '../context';
import { ReadModelEngine } from '../engine/read-model-engine';
import type { SearchMetrics } from '../metrics';
import type { EmbeddingClient } from '../semantic/embed-query';
import { SemanticSearch } from '../semantic/semantic-search';
import { ChangeEngine } from '../changes/change-engine';
import type { WaitingFeeds } from '../changes/waiting-feeds';
import { loadTestCorpus, readTestSignals } from './load-test-corpus';
import { TestChanges } from './test-changes';
import { TestVectors } from './test-vectors';

interface TestParts extends Pick<CorpusContext, 'admission' | 'admissionMetrics' | 'maximumCountCostMs'> {
  embeddings: EmbeddingClient | undefined;
  metrics: SearchMetrics;
  now: () => Date;
  feeds: WaitingFeeds;
}

/** Answers test keys: the same engine over the test corpus, which needs neither the database nor the vector index. */
export function createTestContext({ embeddings, metrics, now, feeds, ...shared }: TestParts): CorpusContext {
  const signals = readTestSignals();
  const corpus = loadTestCorpus(signals, now().getTime());
  const engine = new ReadModelEngine({
    snapshot: () => corpus.at(now().getTime()),
    requireCurrent: () => undefined,
    admission: shared.admission,
    now,
    // Microseconds over 200 signals would only blur those of the live corpus.
    onAnswered: () => undefined,
  });
  const changes = new ChangeEngine({
    source: new TestChanges(signals, corpus, now),
    feeds,
    requireCurrent: () => undefined,
    admission: shared.admission,
    now,
    onAnswered: () => undefined,
  });
  const { length } = signals;
  const complete = { isComplete: true, signals: length, embedded: length };
  const collections = { find: () => Promise.resolve(complete), refresh: () => Promise.resolve() };
  const semantic = new SemanticSearch({
    embeddings,
    index: new TestVectors(embeddings),
    engine,
    collections,
    metrics,
    now,
  });
  // Its vectors are in memory.
  const index = { checkReachable: () => Promise.resolve() };
  return { ...shared, engine, changes, semantic, semanticParts: { embeddings, index, collections } };
}
