import { createEdge, IpThrottle, Readiness, type EdgeOverrides } from '@heliograph/edge';
import { RequestSlots } from '@heliograph/runtime';
import { createBackends } from './backends';
import { KnownFunds } from './charging/known-funds';
import { connectServices } from './clients';
import type { GatewayConfig } from './config';
import type { GatewayContext } from './context';
import { CredentialVerifier } from './credentials/credential-verifier';
import { GatewayMetrics } from './metrics';
import { RequestLog } from './request-log/request-log';

/** In addition to the time for requests in flight; an orchestrator must allow for both. */
const VOIDS_DRAIN_MS = 5_000;
const LOG_DRAIN_MS = 2_000;
/** A quarter of a megabyte each, held for 15 s if the client does not finish its body. */
const BODIES = { account: 64, process: 1_024 };
/** Few, because each takes a place among the requests in flight. */
const SLOW_TESTS = { account: 4, process: 64 };

/** Creates the parts of the gateway; whatever must be closed is registered for cleanup. */
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
  // The client's logins are served by the identity service, which is already checked.
  const { metering, notifier, cli, feeds: _feeds, test: _test, ...needed } = clients;
  const readiness = new Readiness('gateway', { needed, awaited: { metering, notifier } });
  const backends = createBackends(clients, { config, logger, metrics, failures, clock, readiness });
  const voids = [backends.live.voids, backends.test.voids];
  metrics.watchVoids(() => voids.reduce((sum, { pending }) => sum + pending, 0));
  const heldSlots = new RequestSlots(config.heldRequests);
  metrics.watchHeld(heldSlots);
  const requestLog = new RequestLog({ metering, failures, metrics });
  metrics.watchRequestLog(requestLog);
  cleanup.add('request log', () => requestLog.drain(Math.min(config.shutdownTimeoutMs, LOG_DRAIN_MS)));
  // After the HTTP server, whose requests may still add some, and before the clients.
  cleanup.add('charges to void', () =>
    Promise.all(voids.map((each) => each.drain(Math.min(config.shutdownTimeoutMs, VOIDS_DRAIN_MS)))),
  );
  return {
    ...edge,
    statusPage: `${config.dashboardUrl}/status`,
    config,
    clients: { identity: clients.identity, cli, metering },
    backends,
    readiness,
    verifier: new CredentialVerifier(
      clients.identity,
      { onCacheHit: metrics.verdictCacheHit, onCacheMiss: metrics.verdictCacheMiss },
      clock,
    ),
    rejectionThrottle: new IpThrottle(config.rejectedCredentialsPerMinute),
    loginThrottle: new IpThrottle(config.loginRequestsPerMinute),
    funds: new KnownFunds(),
    slowSlots: new RequestSlots(SLOW_TESTS),
    heldSlots,
    bodySlots: new RequestSlots(BODIES),
    requestLog,
  };
}
