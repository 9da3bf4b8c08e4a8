import type { DeadLetterBox, EventLog, PreparedTopics } from '@heliograph/event-log';
import type { Logger, Metrics } from '@heliograph/runtime';
import type { VectorIndex } from '@heliograph/vector-index';
import type { Pool } from 'pg';
import type { CollectionLoop } from './collections/collection-loop';
import type { Progress } from './collections/progress';
import type { SignalConsumer } from './consumer/signal-consumer';
import type { Leader } from './leader/leader';
import type { IndexerMetrics } from './metrics';
import type { Blockers } from './blockers';
import type { CatalogReader } from './storage/catalog-reader';
import type { CollectionStore } from './storage/collection-store';
import type { RepairStore } from './storage/repair-store';

/** What the indexer's consumer, calls, and duties depend on. */
export interface Context {
  logger: Logger;
  /** The scraped registry, and the indexer's own metrics in it. */
  registry: Metrics;
  metrics: IndexerMetrics;
  pool: Pool;
  log: EventLog;
  topics: PreparedTopics;
  index: VectorIndex;
  /** Has its own connections: reports may take longer than other statements. */
  reports: CatalogReader;
  collectionStore: CollectionStore;
  repairs: RepairStore;
  collections: CollectionLoop;
  progress: Progress;
  blockers: Blockers;
  deadLetters: DeadLetterBox;
  consumer: SignalConsumer;
  leader: Leader;
  /** Changes not yet published and events not yet processed. */
  lag(): Promise<number>;
  /** Closes everything created with the context. */
  release(): Promise<void>;
}

/** Replacements in tests. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
