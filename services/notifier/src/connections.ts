import { createEventLog, PreparedTopics, signalTopics } from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { identity, ledger, search } from '@heliograph/proto';
import { createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import type { Config } from './config';
import type { Overrides } from './context';

const PEER_TIMEOUT_MS = 5_000;

export type Connections = ReturnType<typeof createConnections>;

/** The clients of everything the notifier talks to; opens no connections yet. */
export function createConnections(config: Config, overrides: Overrides) {
  const logger = overrides.logger ?? createLogger({ service: 'notifier', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('notifier');
  const pool =
    overrides.pool ??
    createPool(
      {
        connectionString: config.databaseUrl,
        applicationName: 'heliograph-notifier',
        max: config.databaseConnections,
        statementTimeoutMs: config.statementTimeoutMs,
      },
      logger,
      registry,
    );
  const log = createEventLog(config.eventLog, { clientId: 'heliograph-notifier', logger, metrics: registry });
  const topics = new PreparedTopics(log, signalTopics(config.topicPartitions), logger);
  const peer = { caller: 'notifier', credentials: config.credentials, defaultTimeoutMs: PEER_TIMEOUT_MS };
  const identityClient = createRpcClient(identity.IdentityServiceService, {
    ...peer,
    address: config.identityAddress,
    multiplexed: true,
  });
  const ledgerClient = createRpcClient(ledger.LedgerServiceService, {
    ...peer,
    address: config.ledgerAddress,
  });
  /** Only digests search. */
  const searchClient =
    config.mail &&
    createRpcClient(search.SearchServiceService, { ...peer, address: config.mail.searchAddress });
  return {
    logger,
    registry,
    pool,
    log,
    topics,
    identityClient,
    ledgerClient,
    searchClient,
    close: async () => {
      await topics.close();
      await log.close();
      await identityClient.close();
      await ledgerClient.close();
      await searchClient?.close();
      await pool.end();
    },
  };
}
