import { SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { RequestSlots } from '@heliograph/runtime';
import type { Config } from './config';
import { createConnections } from './connections';
import type { Context, Overrides } from './context';
import { AccountStates } from './delivery/account-states';
import { createChargeVoids } from './delivery/charge-voids';
import { Courier } from './delivery/courier';
import { DeliveryLoop } from './delivery/delivery-loop';
import { HostResolver, MAXIMUM_LOOKUPS, type Resolve } from './delivery/host-resolver';
import { addressCheck } from './delivery/public-address';
import { Sender } from './delivery/sender';
import { BacklogReader } from './matching/backlog-reader';
import { HeldSearches } from './matching/held-searches';
import { createMail } from './mail/create-mail';
import { SignalMatcher } from './matching/signal-matcher';
import { NotifierMetrics } from './metrics';
import { SecretBox } from './secrets/secret-box';
import { UnsubscribeTokens } from './secrets/unsubscribe-tokens';
import { AlertStore } from './storage/alert-store';
import { BacklogStore } from './storage/backlog-store';
import { CatalogReader } from './storage/catalog-reader';
import { ChargeVoidStore } from './storage/charge-void-store';
import { CurrentDatabase } from './storage/current-database';
import { DeliveryStore } from './storage/delivery-store';
import { DigestStore } from './storage/digest-store';
import { MailStore } from './storage/mail-store';
import { MatchStore } from './storage/match-store';
import { SavedSearchStore } from './storage/saved-search-store';
import { StatusStore } from './storage/status-store';

/** The consumer group that shares the matching. */
export const NOTIFIER_GROUP = 'notifier';
/** Far fewer than a gateway's slots: unresponsive receivers would otherwise let test events hold them all. */
const TEST_EVENTS = { account: 4, process: 64 };
/** Concurrent lookups; an account with silent name servers gets only a few. */
const ADDRESS_CHECKS = { account: 8, process: MAXIMUM_LOOKUPS };

/** Builds what the notifier depends on; opens no connection yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const connections = createConnections(config, overrides);
  const { logger, registry, pool, log, topics, identityClient, ledgerClient } = connections;
  const metrics = new NotifierMetrics(registry);
  const box = new SecretBox(config.encryptionSecrets);
  const database = new CurrentDatabase(pool, logger);
  const catalog = new CatalogReader(database);
  const held = new HeldSearches(database, catalog);
  const matches = new MatchStore(pool);
  const deliveries = new DeliveryStore(pool, config.webhooks.leaseSeconds, config.mail !== undefined);
  const { allowedHosts } = config;
  const { timeoutMs } = config.webhooks;
  // Half of an attempt, so if one address family is never answered, the other half is left for the request.
  const newResolver = () =>
    new HostResolver({ timeoutMs: timeoutMs / 2, nameServers: overrides.nameServers });
  // Saves and tests have their own resolver: however many users make, deliveries still get lookups.
  const [forDeliveries, forCalls] = [newResolver().resolve, newResolver().resolve];
  const senderWith = (resolve: Resolve) => new Sender({ box, allowedHosts, resolve, timeoutMs });
  const courier = new Courier({
    accounts: new AccountStates(identityClient),
    backlog: new BacklogReader({ backlogs: new BacklogStore(pool), catalog, deliveries, metrics }),
    deliveries,
    catalog,
    ledger: ledgerClient,
    sender: senderWith(forDeliveries),
    metrics,
  });
  const deliveryLoop = new DeliveryLoop({
    deliveries,
    courier,
    logger,
    metrics,
    isDatabaseBusy: () => pool.waitingCount >= pool.options.max,
    pollMs: config.webhooks.pollMs,
  });
  const chargeVoids = createChargeVoids({
    chargeVoids: new ChargeVoidStore(pool),
    ledger: ledgerClient,
    pollMs: config.webhooks.pollMs,
    logger,
    metrics,
  });
  const matcher = new SignalMatcher({
    held,
    catalog,
    matches,
    metrics,
    onMatches: deliveryLoop.wake,
    logger,
  });
  const tokens = new UnsubscribeTokens(config.encryptionSecrets);
  const leaseSeconds = config.mail?.leaseSeconds ?? 0;
  const alerts = new AlertStore(pool, leaseSeconds);
  const digests = new DigestStore(pool, leaseSeconds);
  const mails = new MailStore(pool, config.mail?.sendingLeaseSeconds ?? 0);
  const status = new StatusStore(pool);
  const lag = () => log.lag(SIGNALS_PUBLISHED_TOPIC, NOTIFIER_GROUP);
  metrics.watch({
    status,
    hasMail: config.mail !== undefined,
    heldSearches: () => held.percolator.size,
    consumerLag: lag,
    onFailure: (error) => logger.warn({ err: error }, 'could not collect metrics'),
  });
  return {
    logger,
    registry,
    metrics,
    pool,
    savedSearches: new SavedSearchStore(pool, box),
    box,
    allowedHosts,
    issueWithAddress: addressCheck(allowedHosts, forCalls),
    addressSlots: new RequestSlots(ADDRESS_CHECKS, 'checks of webhook addresses'),
    log,
    topics,
    held,
    matcher,
    deliveries,
    sender: senderWith(forCalls),
    testSlots: new RequestSlots(TEST_EVENTS, 'test events'),
    deliveryLoop,
    chargeVoids,
    alerts,
    digests,
    mails,
    tokens,
    mail: createMail(config, connections, { alerts, digests, mails, tokens, logger, metrics }),
    status,
    lag,
    release: connections.close,
  };
}
