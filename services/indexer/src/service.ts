import { SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { RpcService, type CleanupStack } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { createContext, INDEXER_GROUP } from './create-context';
import { serveIndexer } from './rpc/indexer-rpc';
import { migrateIndexer } from './storage/migrate';

/**
 * The whole indexer; opens nothing before `start`, which migrates its schema first. It is ready even without the
 * embedding service and the index: its status says what they block.
 */
export function createIndexerService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, pool, topics, collections, leader } = context;
  return new RpcService({
    name: 'indexer',
    settings: config,
    logger,
    metrics: context.registry,
    checkReady: () => pool.query('SELECT 1'),
    prepare: async (cleanup) => {
      await migrateIndexer({ connectionString: config.databaseUrl }, logger);
      await topics.prepareAtStart();
      collections.start();
      cleanup.add('collections', () => collections.stop());
      leader.start();
      cleanup.add('leader', () => leader.stop());
      await consume(context, config, cleanup);
    },
    serve: (server) => serveIndexer(server, context),
    release: () => context.release(),
  });
}

async function consume({ consumer, log, topics, logger }: Context, config: Config, cleanup: CleanupStack) {
  const subscription = await log.subscribe({
    topic: SIGNALS_PUBLISHED_TOPIC,
    group: INDEXER_GROUP,
    maximumBatch: config.maximumBatch,
    handle: (messages, signal) => consumer.handle(messages, signal),
    onError: (error) => {
      logger.debug({ err: error }, 'a batch was not indexed; retrying');
      topics.prepareAgain();
    },
  });
  cleanup.add('subscription', () => subscription.close());
}
