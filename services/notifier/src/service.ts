import { SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { Periodic, RpcService, type CleanupStack } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { createContext, NOTIFIER_GROUP } from './create-context';
import { serveAlerts } from './rpc/alert-rpc';
import { serveDigests } from './rpc/digest-rpc';
import { serveNotifier } from './rpc/notifier-rpc';
import { queueBacklogs } from './storage/backlog-store';
import { removeExpiredRows } from './storage/expired-rows';
import { migrateNotifier } from './storage/migrate';
import { reencryptSecrets } from './storage/reencrypt-secrets';
import { removeRowsOfDeleted } from './storage/rows-of-deleted';
import { endWaitsAhead } from './storage/waits-ahead';

/** The whole notifier; opens nothing before `start`, which migrates its schema first. */
export function createNotifierService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, pool } = context;
  return new RpcService({
    name: 'notifier',
    settings: config,
    logger,
    metrics: context.registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrateNotifier({ connectionString: config.databaseUrl }, logger);
      await reencrypt(context);
      const sweep = expirySweep(config.expiredRowsIntervalMs, context);
      cleanup.add('removal of expired rows', () => sweep.stop());
      sweep.start();
      const clearing = clearingOfDeleted(context);
      cleanup.add('removal of rows of deleted saved searches', () => clearing.stop());
      clearing.start();
      await startWebhooks(context, config, cleanup);
      const { mail } = context;
      if (mail) {
        mail.loops.start();
        cleanup.add('mails', () => mail.loops.stop());
      }
    },
    serve: (server) => {
      serveNotifier(server, context);
      serveDigests(server, context);
      serveAlerts(server, context);
    },
    release: () => context.release(),
  });
}

async function reencrypt({ pool, box, logger }: Context): Promise<void> {
  const webhooks = await reencryptSecrets(pool, box);
  if (webhooks > 0) logger.info({ webhooks }, 'webhook secrets were re-encrypted');
}

function expirySweep(intervalMs: number, context: Context): Periodic {
  const { pool, box, logger, metrics } = context;
  return new Periodic(
    intervalMs,
    async (isStopped) => {
      const { removed, lostMatches } = await removeExpiredRows(pool, isStopped);
      metrics.matchesExpired(lostMatches);
      const ended = await endWaitsAhead(pool, isStopped);
      if (ended > 0)
        logger.warn({ ended }, "waits that began while the database's clock was ahead were ended");
      await queueBacklogs(pool);
      // Processes that have the secrets the other way around may still write with the previous one.
      if (box.hasPrevious) await reencrypt(context);
      if (removed > 0) logger.debug({ removed, lostMatches }, 'expired rows were removed');
    },
    (error) => logger.warn({ err: error }, 'expired rows were not removed'),
  );
}

/** Pause between two checks for deleted saved searches. */
const CLEARING_MS = 1_000;

function clearingOfDeleted({ pool, logger }: Context): Periodic {
  return new Periodic(
    CLEARING_MS,
    (isStopped) => removeRowsOfDeleted(pool, isStopped),
    (error) => logger.warn({ err: error }, 'rows of deleted saved searches were not removed; retrying'),
  );
}

/** Pause between two checks for changed saved searches while no signals arrive. */
const FOLLOW_MS = 500;

async function startWebhooks(context: Context, config: Config, cleanup: CleanupStack): Promise<void> {
  const { topics, log, matcher, held, deliveryLoop, chargeVoids, logger, metrics } = context;
  await topics.prepareAtStart();
  await held.refresh();
  deliveryLoop.start();
  cleanup.add('deliveries', () => deliveryLoop.stop());
  chargeVoids.start();
  cleanup.add('voids of charges', () => chargeVoids.stop());
  const follow = new Periodic(
    FOLLOW_MS,
    () => held.refresh(),
    (error) => {
      metrics.failed('follow');
      logger.warn({ err: error }, 'changed saved searches could not be loaded');
    },
  );
  cleanup.add('loading of changed saved searches', () => follow.stop());
  follow.start();
  const subscription = await log.subscribe({
    topic: SIGNALS_PUBLISHED_TOPIC,
    group: NOTIFIER_GROUP,
    maximumBatch: config.maximumBatch,
    handle: (messages, signal) => matcher.handle(messages, signal),
    onError: (error) => {
      metrics.failed('match');
      logger.warn({ err: error }, 'a batch was not matched; retrying');
      topics.prepareAgain();
    },
  });
  cleanup.add('subscription', () => subscription.close());
}
