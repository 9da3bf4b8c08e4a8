import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import { Periodic, RpcService, uuidv7, type CleanupStack } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { createContext, METERING_GROUP } from './create-context';
import { reconcileOnSchedule } from './reconcile/scheduled';
import { serveMetering } from './rpc/metering-rpc';
import { migrateMetering } from './storage/migrate';

/** How long a scheduled reconciliation waits for events in flight, and for one response from the ledger. */
const SCHEDULED_WAIT_MS = 60_000;
const SCHEDULED_ANSWER_MS = 120_000;

/** The whole metering service; opens nothing before `start`, which migrates its schema first. */
export function createMeteringService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, pool, topics } = context;
  return new RpcService({
    name: 'metering',
    settings: config,
    logger,
    metrics: context.registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrateMetering({ connectionString: config.databaseUrl }, logger);
      await topics.prepareAtStart();
      await context.consumer.extendWindow();
      await context.requestLog.extend();
      await consume(context, config, cleanup);
      maintainPartitions(context, config, cleanup);
      scheduleReconciliation(context, config, cleanup);
    },
    serve: (server) => serveMetering(server, context),
    release: () => context.release(),
  });
}

async function consume({ consumer, log, topics, logger }: Context, config: Config, cleanup: CleanupStack) {
  const subscription = await log.subscribe({
    topic: USAGE_RECORDED_TOPIC,
    group: METERING_GROUP,
    maximumBatch: config.maximumBatch,
    handle: (messages, signal) => consumer.handle(messages, signal),
    onError: (error) => {
      logger.warn({ err: error }, 'a batch was not counted; retrying');
      topics.prepareAgain();
    },
  });
  cleanup.add('subscription', () => subscription.close());
}

/**
 * Creates partitions ahead of time and drops old ones, each on its own: while a dump or another long transaction keeps
 * old days from being dropped, new ones are still created.
 */
function maintainPartitions(
  { consumer, eventIds, requestLog, logger }: Context,
  config: Config,
  cleanup: CleanupStack,
): void {
  const dropOld = async (store: { dropOld(): Promise<number> }, message: string) => {
    const days = await store.dropOld();
    if (days > 0) logger.info({ days }, message);
  };
  const tasks: (() => Promise<unknown>)[] = [
    () => consumer.extendWindow(),
    () => requestLog.extend(),
    () => dropOld(eventIds, 'ids of old events were dropped'),
    () => dropOld(requestLog, 'old days of the request log were dropped'),
  ];
  const warn = (error: unknown) => logger.warn({ err: error }, 'partitions could not be created or dropped');
  const maintenance = new Periodic(
    config.eventIds.intervalMs,
    async () => {
      for (const task of tasks) await task().catch(warn);
    },
    warn,
  );
  maintenance.start();
  cleanup.add('partition maintenance', () => maintenance.stop());
}

function scheduleReconciliation(context: Context, config: Config, cleanup: CleanupStack): void {
  const { logger, reconciliations } = context;
  const waitMs = Math.min(SCHEDULED_WAIT_MS, config.reconcileIntervalMs);
  const call = () => ({ requestId: uuidv7(), timeoutMs: SCHEDULED_ANSWER_MS });
  const stopping = new AbortController();
  const schedule = new Periodic(
    config.reconcileIntervalMs,
    () =>
      reconcileOnSchedule({
        logger,
        store: reconciliations,
        reconcile: (month, onProgress) =>
          context.reconcile(month, { waitMs, call, signal: stopping.signal, isFull: false, onProgress }),
        intervalMs: config.reconcileIntervalMs,
        clock: Date.now,
      }),
    (error) => {
      if (!stopping.signal.aborted) logger.warn({ err: error }, 'ledger and metering could not be compared');
    },
  );
  schedule.start();
  cleanup.add('scheduled reconciliation', () => {
    stopping.abort();
    return schedule.stop();
  });
}
