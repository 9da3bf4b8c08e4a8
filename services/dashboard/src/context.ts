import type { ListedSearch } from '@heliograph/dashboard-api';
import type { Edge, IpThrottle, Readiness } from '@heliograph/edge';
import type { RequestSlots } from '@heliograph/runtime';
import type { FilterOptionsCache, SearchEnvironment } from '@heliograph/signal-search';
import type { LRUCache } from 'lru-cache';
import type { Clients } from './clients';
import type { DashboardConfig } from './config';
import type { OperatorConsoleFigures } from './console/operator-console';
import type { DashboardMetrics } from './metrics';
import type { PaymentProvider } from './payments/payment-provider';

/** Shared by everything in the dashboard. */
export interface DashboardContext extends Edge<DashboardMetrics> {
  statusPage: string;
  config: DashboardConfig;
  clients: Clients;
  readiness: Readiness;
  /** Requests in flight, by account and user. */
  userSlots: RequestSlots;
  /** Requests whose bodies are being read, by account and user. */
  bodySlots: RequestSlots;
  /** Rejected sessions by address. */
  rejectionThrottle: IpThrottle;
  /** Hashes of sessions that were valid at their last check; rejected ones never evict them. */
  knownValidSessions: LRUCache<string, true>;
  /** Counts of new matches by saved search, query, and last visit, for some seconds. */
  unseenCounts: LRUCache<string, NonNullable<ListedSearch['unseen']>>;
  searching: SearchEnvironment;
  filterOptions: FilterOptionsCache;
  payments: PaymentProvider;
  operatorConsole: OperatorConsoleFigures;
  /** The dashboard's public origin; known only once it listens. */
  site: { origin: string };
}
