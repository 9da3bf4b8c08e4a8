import { createEventLog, usageTopics } from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { createLogger, createMetrics } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { ResponseBound } from './domain/response-bound';
import { exclusiveKeys as exclusiveKeysOfCharge, type Charge } from './domain/charge';
import { commitBatch } from './domain/commit-batch';
import type { BatcherOptions, Outcome } from './domain/batcher';
import { exclusiveKeys as exclusiveKeysOfRequest, type KeyRequest } from './domain/idempotency';
import { ShardedBatcher } from './domain/sharded-batcher';
import type { SignalCharge } from './domain/signal-charge';
import type { WebRequest } from './domain/web-request';
import { LedgerMetrics, type BatchedCall } from './metrics';
import { OutboxSession } from './relay/outbox-session';
import { Relay } from './relay/relay';
import { AccountStore } from './storage/account-store';
import { ResponseStore } from './storage/response-store';
import { BudgetStore } from './storage/budget-store';
import { ReconciliationStore } from './storage/reconciliation-store';
import { classifyFailure, toCallerError } from './storage/database-failure';
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
import { WebStore } from './storage/web-store';

/** Connections in addition to the shards', for everything that is not batched. */
const OTHER_CONNECTIONS = 4;
/** Concurrent requests of the web view. They are few, so that they never take the connections of charges. */
const WEB_SHARDS = 2;
/** Charges by signal are settled one by one: small batches, so that their accounts are not locked for long. */
const SIGNAL_SHARDS = 1;
const SIGNAL_BATCH_MAXIMUM = 64;
/** Test keys are not customers' traffic: one at a time. */
const TEST_SHARDS = 1;
/** Concurrent reports. Each is bounded by its call's deadline, not by the statement timeout. */
const REPORT_CONNECTIONS = 2;

/** Builds what the ledger depends on; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'ledger', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('ledger');
  const metrics = new LedgerMetrics(registry);
  const { shards, maximumBatch, maximumWaiting } = config.batching;
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-ledger',
        max: 2 * shards + WEB_SHARDS + SIGNAL_SHARDS + TEST_SHARDS + OTHER_CONNECTIONS,
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
    },
    logger,
  );
  const { relay: relaySettings } = config;
  const eventLog =
    relaySettings &&
    createEventLog(relaySettings.eventLog, { clientId: 'heliograph-ledger', logger, metrics: registry });
  const relay =
    relaySettings &&
    eventLog &&
    new Relay({
      ...relaySettings,
      openSession: () =>
        OutboxSession.open({
          connectionString: config.databaseUrl,
          statementTimeoutMs: config.statementTimeoutMs,
          logger,
        }),
      eventLog,
      topics: usageTopics(relaySettings.partitions),
      logger,
      metrics,
    });

  const chargeStore = new SharedCaps(pool);
  const lineages = new LineageStore(pool);
  const keys = new KeyStore(pool, config.idempotency.leaseSeconds);
  const outbox = new OutboxStore(pool);
  const topUps = new TopUpStore(pool);
  const webStore = new WebStore(pool);
  const signals = new SignalStore(pool);
  const test = new TestStore(pool);
  const responseBound = new ResponseBound(config.idempotency.responseBytesPerAccount);

  /** Commits batches of one call: measures them, isolates a bad item, and translates driver errors for the caller. */
  function committing<Item, Result>(
    call: BatchedCall,
    commit: (items: readonly Item[]) => Promise<Result[]>,
    count: (items: readonly Item[], outcomes: readonly Outcome<Result>[]) => void,
  ): BatcherOptions<Item, Result>['commit'] {
    return async (items) => {
      const started = performance.now();
      const outcomes = await commitBatch(items, { commit, classify: classifyFailure, delay });
      metrics.committed(call, items.length, (performance.now() - started) / 1000);
      count(items, outcomes);
      return outcomes.map((outcome) =>
        'error' in outcome ? { error: toCallerError(outcome.error) } : outcome,
      );
    };
  }

  const charges = new ShardedBatcher(shards, (charge: Charge) => charge.accountId, {
    commit: committing(
      'charge',
      async (items) => {
        await lineages.note(items);
        return chargeStore.charge(items);
      },
      (items, outcomes) => {
        metrics.charged(outcomes);
        relay?.wake();
        items.forEach((charge, index) => {
          const outcome = outcomes[index];
          if (outcome && 'result' in outcome && outcome.result.verdict === 'charged' && charge.records > 0) {
            metrics.recordsCharged(charge.channel, charge.records);
          }
        });
      },
    ),
    exclusiveKeys: exclusiveKeysOfCharge,
    bytesOf: bytesOfCharge,
    maximumBatch,
    maximumWaiting,
  });
  const claims = new ShardedBatcher(shards, (request: KeyRequest) => request.credentialId, {
    commit: committing(
      'begin',
      (items) => keys.claim(items),
      (_items, outcomes) => metrics.claimed(outcomes),
    ),
    exclusiveKeys: exclusiveKeysOfRequest,
    maximumBatch,
    maximumWaiting,
  });

  const webRequests = new ShardedBatcher(WEB_SHARDS, (request: WebRequest) => request.accountId, {
    commit: committing(
      'web',
      (items) => Promise.all(items.map((item) => webStore.record(item))),
      (_items, outcomes) => {
        metrics.webRequested(outcomes);
        for (const outcome of outcomes) {
          if (
            'result' in outcome &&
            outcome.result.verdict === 'recorded' &&
            outcome.result.paidRecords > 0
          ) {
            metrics.recordsCharged('web', outcome.result.paidRecords);
          }
        }
        relay?.wake();
      },
    ),
    exclusiveKeys: () => [],
    maximumBatch: 1,
    maximumWaiting,
  });

  const signalCharges = new ShardedBatcher(SIGNAL_SHARDS, (charge: SignalCharge) => charge.accountId, {
    commit: committing(
      'signals',
      async (items) => {
        await lineages.note(items);
        return signals.charge(items);
      },
      (items, outcomes) => {
        metrics.charged(outcomes);
        relay?.wake();
        items.forEach(({ channel, signalIds }, index) => {
          const outcome = outcomes[index];
          if (outcome && 'result' in outcome && outcome.result.verdict === 'charged') {
            metrics.signalsCharged(channel, signalIds.length, outcome.result.records);
          }
        });
      },
    ),
    exclusiveKeys: exclusiveKeysOfCharge,
    bytesOf: (charge) => bytesOfCharge(charge) + charge.signalIds.length * SIGNAL_ID_BYTES,
    maximumBatch: Math.min(maximumBatch, SIGNAL_BATCH_MAXIMUM),
    maximumWaiting,
  });

  const testCharges = new ShardedBatcher(TEST_SHARDS, (charge: Charge) => charge.accountId, {
    commit: committing(
      'test',
      (items) => Promise.all(items.map((item) => test.charge(item))),
      (_items, outcomes) => metrics.testCharged(outcomes),
    ),
    exclusiveKeys: () => [],
    bytesOf: bytesOfCharge,
    maximumBatch: 1,
    maximumWaiting,
  });

  metrics.watch(
    {
      queueDepth: () => ({
        charge: charges.depth,
        signals: signalCharges.depth,
        begin: claims.depth,
        web: webRequests.depth,
        test: testCharges.depth,
      }),
      storedResponses: () => responseBound.use,
      outboxRows: () => outbox.countRows(),
      outboxOldestSeconds: () => outbox.oldestAgeSeconds(),
      topUpOldestOpenSeconds: () => topUps.oldestOpenSeconds(),
    },
    (error) => logger.warn({ err: error }, 'the ledger could not be measured'),
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
    receipts: new ReceiptStore(reportPool),
    statementKeys: config.statementKeys,
    outbox,
    plans: new PlanStore(pool),
    topUps,
    web: webStore,
    signals,
    test,
    charges,
    signalCharges,
    testCharges,
    claims,
    webRequests,
    relay,
    eventLog,
  };
}

const SIGNAL_ID_BYTES = 20;
const bytesOfCharge = ({ idempotency }: Pick<Charge, 'idempotency'>) =>
  idempotency?.response.body.length ?? 0;
