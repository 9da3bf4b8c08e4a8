import { testSignals } from '@heliograph/test-corpus';
import type { CorpusContext } from '../context';
import { SearchEngine } from '../engine/search-engine';
import type { SearchMetrics } from '../metrics';
import type { EmbeddingClient } from '../semantic/embed-query';
import { SemanticSearch } from '../semantic/semantic-search';
import { loadTestCorpus } from './load-test-corpus';
import { TestVectors } from './test-vectors';

interface TestParts extends Pick<CorpusContext, 'admission' | 'admissionMetrics' | 'maximumCountCostMs'> {
  embeddings: EmbeddingClient | undefined;
  metrics: SearchMetrics;
  now: () => Date;
}

/** What answers test keys: the same engine over the test corpus, which needs neither the database nor the vector index. */
export function createTestContext({ embeddings, metrics, now, ...shared }: TestParts): CorpusContext {
  const corpus = loadTestCorpus(now().getTime());
  const engine = new SearchEngine({
    snapshot: () => corpus.at(now().getTime()),
    requireCurrent: () => undefined,
    admission: shared.admission,
    now,
    // Microseconds over 200 signals: among those of the live corpus they would only blur these.
    onAnswered: () => undefined,
  });
  const { length } = testSignals;
  const complete = { isComplete: true, signals: length, embedded: length };
  const semantic = new SemanticSearch({
    embeddings,
    index: new TestVectors(embeddings),
    engine,
    collections: { find: () => Promise.resolve(complete), refresh: () => Promise.resolve() },
    metrics,
    now,
  });
  return { ...shared, engine, semantic };
}
