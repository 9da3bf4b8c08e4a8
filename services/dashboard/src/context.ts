import type { Edge, Readiness } from '@heliograph/edge';
import type { FilterOptionsCache, SearchEnvironment } from '@heliograph/signal-search';
import type { Clients } from './clients';
import type { DashboardConfig } from './config';
import type { OperatorConsoleFigures } from './console/operator-console';
import type { DashboardMetrics } from './metrics';
import type { PaymentProvider } from './payments/payment-provider';

/** What everything in the dashboard works with. */
export interface DashboardContext extends Edge<DashboardMetrics> {
  statusPage: string;
  config: DashboardConfig;
  clients: Clients;
  readiness: Readiness;
  searching: SearchEnvironment;
  filterOptions: FilterOptionsCache;
  payments: PaymentProvider;
  operatorConsole: OperatorConsoleFigures;
  /** The dashboard's public origin; known once it listens. */
  site: { origin: string };
}
