import { createEdge, IpThrottle, Readiness, type EdgeOverrides } from '@heliograph/edge';
import { RequestSlots } from '@heliograph/runtime';
import { FilterOptionsCache } from '@heliograph/signal-search';
import { LRUCache } from 'lru-cache';
import { connectServices } from './clients';
import type { DashboardConfig } from './config';
import type { DashboardContext } from './context';
import { OperatorConsoleFigures } from './console/operator-console';
import { STATUS_PATH } from './status/get-status';
import { DashboardMetrics } from './metrics';
import { createPaymentProvider } from './payments/create-provider';

/** The fraction of an account's slots one user may hold, so that no member takes them all. */
const USER_PART = 1 / 4;
/** The minimum: as many connections as a browser opens. */
const USER_SLOTS = 6;
const REQUESTS_OF_USER = 'requests of this user';
/** A few hundred bytes each. */
const MAXIMUM_KNOWN_SESSIONS = 10_000;
const MAXIMUM_UNSEEN_COUNTS = 10_000;
const UNSEEN_COUNTS_MS = 10_000;

/** Replacements in tests. */
export interface ContextOverrides extends EdgeOverrides {
  /** How long figures of the operator console are cached, instead of seconds or a minute. */
  figuresMs?: number;
  /** How long counts of new matches are kept, instead of seconds. */
  unseenCountsMs?: number;
}

/** Creates the dashboard's parts and registers those that must be closed for cleanup. */
export async function createContext(
  config: DashboardConfig,
  overrides: ContextOverrides,
): Promise<DashboardContext> {
  const edge = createEdge({
    name: 'dashboard',
    settings: config,
    overrides,
    publicUrl: config.publicUrl,
    createMetrics: (registry, inFlightOfBusiest) => new DashboardMetrics(registry, inFlightOfBusiest),
  });
  const { cleanup, clock } = edge;
  const site = { origin: config.publicUrl ?? originOf(config.http.port) };
  const clients = connectServices(config, cleanup);
  const { identity, ledger, metering, search, company, notifier } = clients;
  const filterOptions = new FilterOptionsCache(company);
  const ofUser = Math.max(USER_SLOTS, Math.ceil(config.slots.account * USER_PART));
  const context: Omit<DashboardContext, 'operatorConsole'> = {
    ...edge,
    statusPage: STATUS_PATH,
    config,
    clients,
    readiness: new Readiness('dashboard', {
      needed: { identity, ledger },
      optional: { metering, search, company, notifier },
    }),
    // No process-wide limit here: each request also takes one of the account slots, which have one.
    userSlots: new RequestSlots({ account: ofUser, process: Infinity }, REQUESTS_OF_USER),
    bodySlots: new RequestSlots({ account: ofUser, process: config.slots.process }, REQUESTS_OF_USER),
    rejectionThrottle: new IpThrottle(config.rejectedCredentialsPerMinute),
    knownValidSessions: new LRUCache({ max: MAXIMUM_KNOWN_SESSIONS }),
    unseenCounts: new LRUCache({
      max: MAXIMUM_UNSEEN_COUNTS,
      ttl: overrides.unseenCountsMs ?? UNSEEN_COUNTS_MS,
    }),
    searching: { search, filterOptions, clock, timeoutMs: config.searchTimeoutMs },
    filterOptions,
    payments: await createPaymentProvider(config, site, clock),
    site,
  };
  return Object.assign(context, {
    operatorConsole: new OperatorConsoleFigures(context, overrides.figuresMs),
  });
}

/** The origin of a dashboard on this machine. */
export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
