import { createEdge, Readiness, type EdgeOverrides } from '@heliograph/edge';
import { FilterOptionsCache } from '@heliograph/signal-search';
import { connectServices } from './clients';
import type { DashboardConfig } from './config';
import type { DashboardContext } from './context';
import { OperatorConsoleFigures } from './console/operator-console';
import { STATUS_PATH } from './status/get-status';
import { DashboardMetrics } from './metrics';
import { createPaymentProvider } from './payments/create-provider';

/** Replacements in tests. */
export interface ContextOverrides extends EdgeOverrides {
  /** How long figures of the operator console are remembered, instead of seconds and a minute. */
  figuresMs?: number;
}

/** Creates the parts of the dashboard; what must be closed is registered for clean-up. */
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
  const context: Omit<DashboardContext, 'operatorConsole'> = {
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
  return Object.assign(context, {
    operatorConsole: new OperatorConsoleFigures(context, overrides.figuresMs),
  });
}

/** The origin of a dashboard on this machine. */
export function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
