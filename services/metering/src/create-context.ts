import {
  createEventLog,
  DeadLetterBox,
  DeadLetterPositions,
  PreparedTopics,
  SharedPublisher,
  USAGE_RECORDED_TOPIC,
  usageTopics,
} from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { ledger } from '@heliograph/proto';
import { createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import type { Config } from './config';
import { UsageConsumer } from './consumer/usage-consumer';
import type { Context, Overrides } from './context';
import { MeteringMetrics } from './metrics';
import { ledgerTotals } from './reconcile/ledger-totals';
import { reconcile } from './reconcile/reconciler';
import { latestReconciliation } from './reconcile/scheduled';
import { EventIdStore } from './storage/event-id-store';
import { ReconciliationStore } from './storage/reconciliation-store';
import { RequestLogStore } from './storage/request-log-store';
import { UsageStore } from './storage/usage-store';

/** The consumer group that shares the counting. */
export const METERING_GROUP = 'metering';

/** The ledger computes a page of totals from entries, which takes a while in a busy month. */
const LEDGER_TIMEOUT_MS = 60_000;

/** Builds metering's dependencies; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'metering', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('metering');
  const metrics = new MeteringMetrics(registry);
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-metering',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      registry,
    );
  const log = createEventLog(config.eventLog, {
    clientId: 'heliograph-metering',
    logger,
    metrics: registry,
  });
  const topics = new PreparedTopics(log, usageTopics(config.topicPartitions), logger);
  const publisher = new SharedPublisher(log, topics);
  const ledgerClient = createRpcClient(ledger.LedgerServiceService, {
    address: config.ledgerAddress,
    caller: 'metering',
    credentials: config.credentials,
    defaultTimeoutMs: LEDGER_TIMEOUT_MS,
  });

  const usage = new UsageStore(pool);
  const eventIds = new EventIdStore(pool, config.eventIds.retentionDays);
  const reconciliations = new ReconciliationStore(pool);
  const requestLog = new RequestLogStore(pool, config.requestLogDays);
  const deadLetters = new DeadLetterBox({
    topic: USAGE_RECORDED_TOPIC,
    log,
    publish: (topic, messages) => publisher.publish(topic, messages),
    positions: new DeadLetterPositions(pool, 'metering'),
    clock: Date.now,
  });
  const consumer = new UsageConsumer({
    count: (events) => usage.count(events),
    extendWindow: () => eventIds.extend(),
    addDeadLetters: (rejected) => deadLetters.add(rejected),
    metrics,
  });
  const lag = () => log.lag(USAGE_RECORDED_TOPIC, METERING_GROUP);

  metrics.watch(
    {
      lag,
      deadLetters: () => deadLetters.waiting(),
      reconciliation: () => latestReconciliation({ store: reconciliations, clock: Date.now }),
    },
    (error) => logger.warn({ err: error }, 'could not collect metrics'),
  );
  return {
    logger,
    registry,
    metrics,
    pool,
    log,
    topics,
    usage,
    eventIds,
    reconciliations,
    requestLog,
    deadLetters,
    consumer,
    lag,
    reconcile: (month, { waitMs, call, signal, isFull, onProgress }) => {
      const cancelable = () => ({ ...call(), signal });
      return reconcile(
        {
          ledger: ledgerTotals(ledgerClient, cancelable, isFull),
          metering: usage,
          outbox: () => ledgerClient.getOutboxStatus({}, cancelable()),
          lag,
          signal,
          onProgress,
        },
        month,
        waitMs,
      );
    },
    release: async () => {
      await publisher.close();
      await topics.close();
      await log.close();
      await ledgerClient.close();
      await pool.end();
    },
  };
}
