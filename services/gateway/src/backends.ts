import type { Edge, Readiness } from '@heliograph/edge';
import { FilterOptionsCache, type ChangesClient, type SearchEnvironment } from '@heliograph/signal-search';
import { ChargeVoids } from './charging/charge-voids';
import { KeyReleases } from './charging/key-releases';
import type { Clients, CompanyClient, LedgerClient, MeteringClient, NotifierClient } from './clients';
import type { GatewayConfig } from './config';
import type { Exchange } from './http/exchange';
import type { GatewayMetrics } from './metrics';

/**
 * Serves requests and takes payment, either for live keys and sessions or for test keys. Neither backend reaches the
 * other's data.
 */
interface Backend {
  company: CompanyClient;
  ledger: LedgerClient;
  /** Daily totals; test keys have none. */
  metering: MeteringClient | undefined;
  notifier: NotifierClient;
  searching: SearchEnvironment;
  feeds: ChangesClient;
  filterOptions: FilterOptionsCache;
  releases: KeyReleases;
  voids: ChargeVoids;
}

export interface Backends {
  live: Backend;
  test: Backend;
}

interface BackendParts extends Pick<Edge<GatewayMetrics>, 'logger' | 'metrics' | 'failures' | 'clock'> {
  config: GatewayConfig;
  readiness: Readiness;
}

/** Creates both backends. */
export function createBackends({ test, ...live }: Clients, parts: BackendParts): Backends {
  return {
    live: createBackend(live, parts),
    test: createBackend({ ...test, metering: undefined }, parts),
  };
}

/** The backend of a request's credential. */
export function backendOf({ backends }: { backends: Backends }, { credential }: Exchange): Backend {
  return credential!.isTest ? backends.test : backends.live;
}

function createBackend(
  {
    search,
    feeds,
    company,
    ledger,
    metering,
    notifier,
  }: Pick<Clients, 'search'> & Pick<Backend, 'feeds' | 'company' | 'ledger' | 'metering' | 'notifier'>,
  { config, logger, metrics, failures, clock, readiness }: BackendParts,
): Backend {
  const filterOptions = new FilterOptionsCache(company);
  return {
    feeds,
    company,
    ledger,
    metering,
    notifier,
    filterOptions,
    searching: { search, filterOptions, clock, timeoutMs: config.searchTimeoutMs },
    releases: new KeyReleases({ ledger, failures, isStopping: () => readiness.draining }),
    voids: new ChargeVoids({ ledger, logger, metrics }),
  };
}
