import type { SemanticSearchState } from '@heliograph/dashboard-api';
import { search } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { timestampOf } from '@heliograph/views';
import { CALL_TIMEOUT_MS, consoleCall, type ConsoleParts, type FigureOf } from './console-parts';

const { SemanticState } = search;
const SEMANTIC_STATES: ReadonlyMap<search.SemanticState, SemanticSearchState> = new Map([
  [SemanticState.AVAILABLE, 'available'],
  [SemanticState.NOT_CONFIGURED, 'not_configured'],
  [SemanticState.EMBEDDING_UNAVAILABLE, 'embedding_unavailable'],
  [SemanticState.INDEX_UNAVAILABLE, 'index_unavailable'],
  [SemanticState.INCOMPLETE, 'incomplete'],
]);

/** Which services are ready, and the state of semantic search. */
export async function readServices({ readiness, clients }: ConsoleParts): Promise<FigureOf<'services'>> {
  const { indexer } = clients;
  const [{ waitingFor, degraded }, isIndexing, semanticSearch] = await Promise.all([
    readiness.report(),
    indexer?.isServing(CALL_TIMEOUT_MS),
    clients.search.getStatus({}, consoleCall()).then(
      ({ semantic }) => SEMANTIC_STATES.get(semantic) ?? 'unknown',
      () => 'unknown' as const,
    ),
  ]);
  const down = new Set([...waitingFor, ...degraded]);
  const items = ['identity', 'ledger', 'search', 'company', 'metering', 'notifier'].map((name) => ({
    name,
    isReady: !down.has(name),
  }));
  return {
    items: isIndexing === undefined ? items : [...items, { name: 'indexer', isReady: isIndexing }],
    semanticSearch,
  };
}

/** How far indexing has progressed. */
export async function readEmbedding({ clients: { indexer } }: ConsoleParts): Promise<FigureOf<'embedding'>> {
  if (!indexer) throw new ServiceError('unavailable', 'INDEXER_ADDRESS is not set.');
  const status = await indexer.getStatus({}, consoleCall());
  return {
    model: status.model || null,
    signals: Number(status.signals),
    embedded: Number(status.embedded),
    remaining: Number(status.remaining),
    dead: Number(status.dead),
    isComplete: status.complete,
    isRepairing: status.repairing,
    blocker: status.blocker || null,
    lag: Number(status.lag),
  };
}

/** How far the ledger's relay is behind. */
export async function readOutbox({ clients: { ledger } }: ConsoleParts): Promise<FigureOf<'outbox'>> {
  const { pending, oldestAgeMs } = await ledger.getOutboxStatus({}, consoleCall());
  return { pending: Number(pending), oldestSeconds: secondsOrNull(oldestAgeMs) };
}

/** How far metering is behind, and whether it agrees with the ledger. */
export async function readMetering({ clients: { metering } }: ConsoleParts): Promise<FigureOf<'metering'>> {
  const { lag, deadLetters, reconciliations } = await metering.getStatus({}, consoleCall());
  return {
    lag: Number(lag),
    deadLetters: Number(deadLetters),
    reconciliations: reconciliations.map(({ month, finishedAt, differences }) => ({
      month,
      finishedAt: timestampOf(finishedAt),
      differences: Number(differences),
    })),
  };
}

/** How far saved searches and webhooks are behind. */
export async function readWebhooks({ clients: { notifier } }: ConsoleParts): Promise<FigureOf<'webhooks'>> {
  const status = await notifier.getStatus({}, consoleCall());
  return {
    lag: Number(status.lag),
    pending: Number(status.pendingDeliveries),
    oldestSeconds: secondsOrNull(status.oldestPendingAgeMs),
    failingSearches: Number(status.failingSearches),
    waitingAccounts: Number(status.waitingAccounts),
  };
}

const secondsOrNull = (ms: bigint | undefined) => (ms === undefined ? null : Number(ms) / 1000);
