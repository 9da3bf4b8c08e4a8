import type { Config } from './config';
import type { Connections } from './connections';
import type { Context } from './context';
import { Feed } from './feed/feed';
import type { SignalIndexing } from './indexing/signal-indexing';
import type { Withdrawer } from './indexing/withdrawer';
import type { Duty } from './leader/leader';
import { ProgressLoop } from './collections/progress-loop';
import { PublicationLoop } from './publication/publication-loop';
import { RepairLoop } from './repair/repair-loop';
import { IndexFeed } from './signal-index/index-feed';
import type { CatalogReader } from './storage/catalog-reader';
import type { VectorStore } from './storage/vector-store';

interface Parts extends Omit<Context, 'consumer' | 'leader' | 'release'> {
  catalog: CatalogReader;
  store: VectorStore;
  indexing: SignalIndexing;
  withdrawer: Withdrawer;
}

/**
 * The work that only one of all indexers does: publishing, comparing, following progress, and feeding a search engine.
 */
export function createDuties(config: Config, connections: Connections, parts: Parts): Duty[] {
  const { pool, publisher, signalIndex } = connections;
  const { logger, metrics, index, blockers, collections, indexing } = parts;
  const { databaseUrl: connectionString, repairIntervalMs } = config;
  const feed = new Feed({
    ...config.feed,
    publish: (topic, messages) => publisher.publish(topic, messages),
    onWithdrawn: (withdrawals) => parts.withdrawer.withdraw(withdrawals),
    blockers,
    metrics,
  });
  const publicationLoop = new PublicationLoop({ pool, metrics, logger });
  const repairLoop = new RepairLoop({
    store: parts.repairs,
    collections,
    repair: {
      index,
      catalog: parts.reports,
      blockers,
      store: parts.store,
      indexing,
      lag: parts.lag,
      addDeadLetters: (rejected) => parts.deadLetters.add(rejected),
    },
    intervalMs: repairIntervalMs,
    logger,
  });
  const progressLoop = new ProgressLoop({
    collections,
    progress: parts.progress,
    store: parts.collectionStore,
    catalog: parts.catalog,
    index,
    indexing,
    blockers,
    graceMs: config.collectionGraceMs,
    logger,
  });
  const duties: Duty[] = [
    (session, signal) => feed.run(session, signal),
    (_session, signal) => publicationLoop.run(signal),
    (_session, signal) => repairLoop.run(signal),
    (_session, signal) => progressLoop.run(signal),
  ];
  if (signalIndex) {
    const parties = { index: signalIndex, connectionString, repairIntervalMs, blockers, metrics, logger };
    const indexFeed = new IndexFeed(parties);
    duties.push((_session, signal) => indexFeed.run(signal));
  }
  return duties;
}
