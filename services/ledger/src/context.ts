import type { Logger, Metrics } from '@heliograph/runtime';
import type { EventLog } from '@heliograph/event-log';
import type { Pool } from 'pg';
import type { ResponseBound } from './domain/response-bound';
import type { Charge, ChargeOutcome } from './domain/charge';
import type { KeyOutcome, KeyRequest } from './domain/idempotency';
import type { ShardedBatcher } from './domain/sharded-batcher';
import type { SignalCharge, SignalChargeOutcome } from './domain/signal-charge';
import type { StatementKeys } from './domain/statement';
import type { WebOutcome, WebRequest } from './domain/web-request';
import type { LedgerMetrics } from './metrics';
import type { Relay } from './relay/relay';
import type { AccountStore } from './storage/account-store';
import type { ResponseStore } from './storage/response-store';
import type { BudgetStore } from './storage/budget-store';
import type { ReconciliationStore } from './storage/reconciliation-store';
import type { EntryStore } from './storage/entry-store';
import type { KeyStore } from './storage/key-store';
import type { ReceiptStore } from './storage/receipt-store';
import type { SignalStore } from './storage/signal-store';
import type { TestStore } from './storage/test-store';
import type { TopUpStore } from './storage/top-up-store';
import type { VerificationStore } from './storage/verification-store';
import type { WebStore } from './storage/web-store';
import type { OutboxStore } from './storage/outbox-store';
import type { PlanStore } from './storage/plan-store';

/** Queues of items to be committed in batches. */
export interface Batchers {
  charges: ShardedBatcher<Charge, ChargeOutcome>;
  /** One batch at a time. */
  signalCharges: ShardedBatcher<SignalCharge, SignalChargeOutcome>;
  /** One at a time, so that they never take the connections of charges. */
  testCharges: ShardedBatcher<Charge, ChargeOutcome>;
  /** Claims of idempotency keys. */
  claims: ShardedBatcher<KeyRequest, KeyOutcome>;
  /** One at a time per shard. */
  webRequests: ShardedBatcher<WebRequest, WebOutcome>;
}

/** Dependencies of the ledger's calls and timers. */
export interface Context extends Batchers {
  logger: Logger;
  /** The registry that is scraped; it includes the ledger's own metrics. */
  registry: Metrics;
  metrics: LedgerMetrics;
  pool: Pool;
  /** For reports, so that they never take the connections of calls. */
  reportPool: Pool;
  accounts: AccountStore;
  keys: KeyStore;
  budgets: BudgetStore;
  responses: ResponseStore;
  responseBound: ResponseBound;
  entries: EntryStore;
  reconciliation: ReconciliationStore;
  verification: VerificationStore;
  receipts: ReceiptStore;
  /** Undefined if no statements are signed. */
  statementKeys: StatementKeys | undefined;
  outbox: OutboxStore;
  web: WebStore;
  plans: PlanStore;
  topUps: TopUpStore;
  signals: SignalStore;
  test: TestStore;
  /** Publishes the outbox to the event log; both are undefined in a process that leaves this to others. */
  relay: Relay | undefined;
  eventLog: EventLog | undefined;
}

/** Parts that tests may replace. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
