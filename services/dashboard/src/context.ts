import type { AllowedHosts, RequestSlots, WindowStore } from '@heliograph/edge';
import type { cli, company, identity, ledger, metering, search, signIn } from '@heliograph/proto';
import type { FailureLog, Logger, RpcClient } from '@heliograph/runtime';
import type { CatalogueKeeper, SearchEnvironment } from '@heliograph/signal-search';
import type { DashboardConfig } from './config';
import type { DashboardMetrics } from './metrics';
import type { PaymentProvider } from './payments/payment-provider';
import type { Readiness } from './readiness';

/** Clients of the services behind the dashboard; the first three are one service. */
export interface Clients {
  identity: RpcClient<typeof identity.IdentityServiceService>;
  signIn: RpcClient<typeof signIn.SignInServiceService>;
  cli: RpcClient<typeof cli.CliServiceService>;
  ledger: RpcClient<typeof ledger.LedgerServiceService>;
  metering: RpcClient<typeof metering.MeteringServiceService>;
  search: RpcClient<typeof search.SearchServiceService>;
  company: RpcClient<typeof company.CompanyServiceService>;
}

/** What everything in the dashboard works with. */
export interface DashboardContext {
  config: DashboardConfig;
  logger: Logger;
  /** Failures that each request may cause. */
  failures: FailureLog;
  metrics: DashboardMetrics;
  clients: Clients;
  windows: WindowStore;
  /** Requests in flight, by account. */
  slots: RequestSlots;
  searching: SearchEnvironment;
  catalogue: CatalogueKeeper;
  payments: PaymentProvider;
  readiness: Readiness;
  /** The dashboard's public origin; known once it listens. */
  site: { origin: string };
  /** What the dashboard is called. */
  hosts: AllowedHosts;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
}
