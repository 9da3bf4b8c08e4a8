import { CatalogChanges } from '../changes/catalog-changes';
import { ChangeEngine } from '../changes/change-engine';
import { CheckpointMetrics } from '../checkpoint/metrics';
import { LiveCorpus } from '../read-model/live-corpus';
import { ReadModelMetrics } from '../read-model/metrics';
import { ReadModelEngine } from './read-model-engine';
import type { SearchBackend, SearchBackendParts } from './search-backend';

/** The corpus in this process's memory. */
export function searchMemory(parts: SearchBackendParts): SearchBackend {
  const { config, logger, registry, pool, admission, feeds, metrics, now } = parts;
  const corpus = new LiveCorpus({
    databaseUrl: config.databaseUrl,
    catalogReadUrl: config.catalogReadUrl,
    checkpoint: config.checkpoint && { ...config.checkpoint, metrics: new CheckpointMetrics(registry) },
    logger,
    metrics: new ReadModelMetrics(registry),
    now,
    onChanges: (batch) => (batch ? feeds.notify(batch) : feeds.notifyAll()),
  });
  const requireCurrent = () => corpus.requireLease();
  const engine = new ReadModelEngine({
    snapshot: () => corpus.snapshot(),
    requireCurrent,
    admission,
    now,
    onAnswered: metrics.answered,
  });
  const changes = new ChangeEngine({
    source: new CatalogChanges(corpus, pool),
    feeds,
    requireCurrent,
    admission,
    now,
    onAnswered: (seconds) => metrics.answered('changes', seconds),
  });
  return {
    engine,
    changes,
    now: () => new Date(corpus.nowMs),
    start: () => corpus.start(),
    requireReady: () => corpus.requireReady(),
    close: () => corpus.close(),
  };
}
