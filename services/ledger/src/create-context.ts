import { createEventLog, usageTopics } from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { createLogger, createMetrics } from '@heliograph/runtime';
import type { Config } from './config';
import { batcherConnections, createBatchers } from './create-batchers';
import type { Context, Overrides } from './context';
import { ResponseBound } from './domain/response-bound';
import { LedgerMetrics } from './metrics';
import { OutboxSession } from './relay/outbox-session';
import { Relay } from './relay/relay';
import { AccountStore } from './storage/account-store';
import { ResponseStore } from './storage/response-store';
import { BudgetStore } from './storage/budget-store';
import { ReconciliationStore } from './storage/reconciliation-store';
import { EntryStore } from './storage/entry-store';
import { KeyStore } from './storage/key-store';
import { LineageStore } from './storage/lineage-store';
import { OutboxStore } from './storage/outbox-store';
import { PlanStore } from './storage/plan-store';
import { SharedCaps } from './storage/shared-caps';
import { ReceiptStore } from './storage/receipt-store';
import { SignalStore } from './storage/signal-store';
import { TestStore } from './storage/test-store';
import { TopUpStore } from './storage/top-up-store';
import { VerificationStore } from './storage/verification-store';
import { WebStore } from './storage/web-store';

/** Connections beyond the batchers', for everything that is not batched. */
const OTHER_CONNECTIONS = 4;
/** Concurrent reports, each bounded by its call's deadline rather than the statement timeout. */
const REPORT_CONNECTIONS = 2;
/** Far longer than any report's deadline: bounds the wait for a server that vanished. */
const REPORT_TIMEOUT_MS = 300_000;

/** Builds the ledger's dependencies; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'ledger', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('ledger');
  const metrics = new LedgerMetrics(registry);
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-ledger',
        max: batcherConnections(config.batching.shards) + OTHER_CONNECTIONS,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      registry,
    );

  const reportPool = createPool(
    {
      connectionString: config.databaseUrl,
      applicationName: 'heliograph-ledger-reports',
      max: REPORT_CONNECTIONS,
      statementTimeoutMs: REPORT_TIMEOUT_MS,
    },
    logger,
  );
  const eventLog =
    config.relay &&
    createEventLog(config.relay.eventLog, { clientId: 'heliograph-ledger', logger, metrics: registry });
  const relay =
    config.relay &&
    eventLog &&
    new Relay({
      ...config.relay,
      openSession: () =>
        OutboxSession.open({
          connectionString: config.databaseUrl,
          statementTimeoutMs: config.statementTimeoutMs,
          logger,
        }),
      eventLog,
      topics: usageTopics(config.relay.partitions),
      logger,
      metrics,
    });

  const keys = new KeyStore(pool, config.idempotency.leaseSeconds);
  const outbox = new OutboxStore(pool);
  const topUps = new TopUpStore(pool);
  const web = new WebStore(pool);
  const signals = new SignalStore(pool);
  const test = new TestStore(pool);
  const responseBound = new ResponseBound(config.idempotency.responseBytesPerAccount);

  const batchers = createBatchers(config.batching, {
    stores: { charges: new SharedCaps(pool), keys, lineages: new LineageStore(pool), signals, test, web },
    metrics,
    onEvents: () => relay?.wake(),
  });
  metrics.watch(
    {
      queueDepth: () => ({
        charge: batchers.charges.depth,
        signals: batchers.signalCharges.depth,
        begin: batchers.claims.depth,
        web: batchers.webRequests.depth,
        test: batchers.testCharges.depth,
      }),
      storedResponses: () => responseBound.use,
      outboxRows: () => outbox.countRows(),
      outboxOldestSeconds: () => outbox.oldestAgeSeconds(),
      topUpOldestOpenSeconds: () => topUps.oldestOpenSeconds(),
    },
    (error) => logger.warn({ err: error }, 'could not collect metrics'),
  );
  return {
    logger,
    registry,
    metrics,
    pool,
    reportPool,
    accounts: new AccountStore(pool),
    keys,
    budgets: new BudgetStore(pool),
    responses: new ResponseStore(reportPool),
    responseBound,
    entries: new EntryStore(pool),
    reconciliation: new ReconciliationStore(reportPool),
    verification: new VerificationStore(reportPool),
    receipts: new ReceiptStore(reportPool),
    statementKeys: config.statementKeys,
    outbox,
    plans: new PlanStore(pool),
    topUps,
    web,
    signals,
    test,
    ...batchers,
    relay,
    eventLog,
  };
}
