import type { DeadLetterBox, EventLog, PreparedTopics } from '@heliograph/event-log';
import type { Logger, Metrics, OutgoingCall } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { UsageConsumer } from './consumer/usage-consumer';
import type { MeteringMetrics } from './metrics';
import type { Reconciliation } from './reconcile/reconciler';
import type { EventIdStore } from './storage/event-id-store';
import type { ReconciliationStore } from './storage/reconciliation-store';
import type { RequestLogStore } from './storage/request-log-store';
import type { UsageStore } from './storage/usage-store';

export interface ReconcileOptions {
  /** Maximum for events in flight. */
  waitMs: number;
  /** The next call to the ledger; each has its own deadline. */
  call(): OutgoingCall;
  signal: AbortSignal;
  /** Whether the ledger verifies every account from its first entry. */
  isFull: boolean;
  /** Called before each page. */
  onProgress?(): Promise<void>;
}

/** Dependencies of metering's consumer, calls, and timers. */
export interface Context {
  logger: Logger;
  /** The registry that is scraped; it includes metering's own metrics. */
  registry: Metrics;
  metrics: MeteringMetrics;
  pool: Pool;
  log: EventLog;
  topics: PreparedTopics;
  usage: UsageStore;
  eventIds: EventIdStore;
  reconciliations: ReconciliationStore;
  requestLog: RequestLogStore;
  deadLetters: DeadLetterBox;
  consumer: UsageConsumer;
  /** Messages of the topic not yet handled. */
  lag(): Promise<number>;
  /** Compares ledger and metering on behalf of calls. */
  reconcile(month: string, options: ReconcileOptions): Promise<Reconciliation>;
  /** Closes everything created with the context. */
  release(): Promise<void>;
}

/** Parts that tests may replace. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
