import { createEventLog, PreparedTopics, SIGNALS_PUBLISHED_TOPIC, signalTopics } from '@heliograph/event-log';
import { createPool } from '@heliograph/postgres';
import { identity, ledger } from '@heliograph/proto';
import { createLogger, createMetrics, createRpcClient } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { AccountStates } from './delivery/account-states';
import { Courier } from './delivery/courier';
import { DeliveryLoop } from './delivery/delivery-loop';
import { addressCheck } from './delivery/public-address';
import { Sender } from './delivery/sender';
import { HeldSearches } from './matching/held-searches';
import { SignalMatcher } from './matching/signal-matcher';
import { NotifierMetrics } from './metrics';
import { SecretBox } from './secrets/secret-box';
import { CatalogReader } from './storage/catalog-reader';
import { DeliveryStore } from './storage/delivery-store';
import { MatchStore } from './storage/match-store';
import { SavedSearchStore } from './storage/saved-search-store';
import { StatusStore } from './storage/status-store';

/** The group that shares the matching. */
export const NOTIFIER_GROUP = 'notifier';
const PEER_TIMEOUT_MS = 5_000;

/** Builds what the notifier depends on; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
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
  const box = new SecretBox(config.encryptionSecrets);
  const metrics = new NotifierMetrics(registry);
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
  const catalog = new CatalogReader(pool);
  const held = new HeldSearches(pool, catalog);
  const matches = new MatchStore(pool);
  const deliveries = new DeliveryStore(pool, config.webhooks.leaseSeconds);
  const sender = new Sender({ box, allowedHosts: config.allowedHosts, timeoutMs: config.webhooks.timeoutMs });
  const courier = new Courier({
    accounts: new AccountStates(identityClient),
    ...{ deliveries, catalog, ledger: ledgerClient, sender, metrics },
  });
  const deliveryLoop = new DeliveryLoop({
    deliveries,
    courier,
    logger,
    metrics,
    pollMs: config.webhooks.pollMs,
  });
  const matcher = new SignalMatcher({ held, catalog, matches, metrics, onMatches: deliveryLoop.wake });
  const status = new StatusStore(pool);
  const lag = () => log.lag(SIGNALS_PUBLISHED_TOPIC, NOTIFIER_GROUP);
  metrics.watch({
    status,
    heldSearches: () => held.percolator.size,
    consumerLag: lag,
    onFailure: (error) => logger.warn({ err: error }, 'the notifier could not be measured'),
  });
  return {
    logger,
    registry,
    metrics,
    pool,
    savedSearches: new SavedSearchStore(pool, box),
    box,
    allowedHosts: config.allowedHosts,
    faultOfAddress: addressCheck(config.allowedHosts),
    log,
    topics,
    held,
    matches,
    matcher,
    deliveries,
    sender,
    deliveryLoop,
    status,
    lag,
    release: async () => {
      await topics.close();
      await log.close();
      await identityClient.close();
      await ledgerClient.close();
      await pool.end();
    },
  };
}
