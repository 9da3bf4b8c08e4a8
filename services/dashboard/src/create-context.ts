import { createEdge, Readiness, type EdgeOverrides } from '@heliograph/edge';
import { FilterOptionsCache } from '@heliograph/signal-search';
import { connectServices } from './clients';
import type { DashboardConfig } from './config';
import type { DashboardContext } from './context';
import { STATUS_PATH } from './status/get-status';
import { DashboardMetrics } from './metrics';
import { createPaymentProvider } from './payments/create-provider';

/** Creates the parts of the dashboard; what must be closed is registered for clean-up. */
export async function createContext(
  config: DashboardConfig,
  overrides: EdgeOverrides,
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
  return {
    ...edge,
    statusPage: STATUS_PATH,
    config,
    clients,
    readiness: new Readiness('dashboard', {
      needed: { identity, ledger },
      optional: { metering, search, company, notifier },
    }),
    searching: { search, filterOptions, clock, timeoutMs: config.searchTimeoutMs },
    filterOptions,
    payments: await createPaymentProvider(config, site, clock),
    site,
  };
}

/** The origin of a dashboard on this machine. */
export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
