import { SignalIndex, type SignalIndexSettings } from '@heliograph/signal-index';
import type { SearchBackend, SearchBackendParts } from '../engine/search-backend';
import { LiveIndex } from './live-index';
import { SignalIndexMetrics } from './metrics';
import { OpenSearchEngine } from './opensearch-engine';

/** The corpus in OpenSearch, which the indexer keeps in sync with the catalog. */
export function searchOpenSearch(settings: SignalIndexSettings, parts: SearchBackendParts): SearchBackend {
  const { config, logger, registry, admission, metrics, now } = parts;
  const index = new SignalIndex(settings);
  const live = new LiveIndex({
    index,
    logger,
    databaseUrl: config.databaseUrl,
    metrics: new SignalIndexMetrics(registry),
  });
  const nowInIndex = () => new Date(Math.max(now().getTime(), live.databaseNowMs));
  const engine = new OpenSearchEngine({
    index,
    admission,
    now: nowInIndex,
    state: () => live.state(),
    requireCurrent: () => live.requireCurrent(),
    onAnswered: metrics.answered,
  });
  return {
    engine,
    changes: undefined,
    now: nowInIndex,
    start: () => live.start(),
    requireReady: () => live.requireReady(),
    close: async () => {
      await live.close();
      await index.close();
    },
  };
}
