import { createEdge, Readiness, type EdgeOverrides } from '@heliograph/edge';
import { FilterOptionsCache } from '@heliograph/signal-search';
import { ChargeVoids } from './charging/charge-voids';
import { KeyReleases } from './charging/key-releases';
import { KnownFunds } from './charging/known-funds';
import { connectServices } from './clients';
import type { GatewayConfig } from './config';
import type { GatewayContext } from './context';
import { IpThrottle } from './credentials/ip-throttle';
import { CredentialVerifier } from './credentials/credential-verifier';
import { GatewayMetrics } from './metrics';

/** Beside what requests in flight take: an orchestrator waits for both. */
const VOIDS_DRAIN_MS = 5_000;

/** Makes the parts of the gateway; what has to be let go of is registered for clean-up. */
export function createContext(config: GatewayConfig, overrides: EdgeOverrides): GatewayContext {
  const edge = createEdge({
    name: 'gateway',
    settings: config,
    overrides,
    publicUrl: config.apiUrl,
    createMetrics: (registry, inFlightOfBusiest) => new GatewayMetrics(registry, inFlightOfBusiest),
  });
  const { logger, metrics, cleanup, failures, clock } = edge;
  const clients = connectServices(config, cleanup);
  // The client's logins are of the identity service, which is asked already.
  const { metering, cli: _logins, ...needed } = clients;
  const readiness = new Readiness('gateway', { needed, awaited: { metering } });
  const voids = new ChargeVoids({ ledger: clients.ledger, logger, metrics });
  metrics.watchVoids(() => voids.pending);
  // Behind the HTTP server, whose requests may still bring some, and before the clients.
  cleanup.add('charges to make void', () => voids.drain(Math.min(config.shutdownTimeoutMs, VOIDS_DRAIN_MS)));
  const filterOptions = new FilterOptionsCache(clients.company);
  return {
    ...edge,
    config,
    clients,
    readiness,
    verifier: new CredentialVerifier(
      clients.identity,
      { onCacheHit: metrics.verdictCacheHit, onCacheMiss: metrics.verdictCacheMiss },
      clock,
    ),
    rejectionThrottle: new IpThrottle(config.rejectedCredentialsPerMinute),
    loginThrottle: new IpThrottle(config.loginRequestsPerMinute),
    funds: new KnownFunds(),
    searching: { search: clients.search, filterOptions, clock, timeoutMs: config.searchTimeoutMs },
    filterOptions,
    releases: new KeyReleases({ ledger: clients.ledger, failures, isStopping: () => readiness.draining }),
    voids,
  };
}
