import type { DatabaseRole } from '@heliograph/postgres';
import { testSecret, testCallerVariables } from '@heliograph/testing';

/** The services in an order in which each finds those that it calls. */
export const startOrder = [
  'identity',
  'ledger',
  'metering',
  'vectors',
  'embedding',
  'indexer',
  'search',
  'company',
  'gateway',
  'dashboard',
] as const;

export type ServiceName = (typeof startOrder)[number];

/** Services that compute in threads of their own. */
export const servicesWithThreads: ReadonlySet<string> = new Set(['embedding', 'search', 'vectors']);

/**
 * Everything that each service gets to know in a small installation without Kafka, Redis and Qdrant.
 *
 * @param sockets a directory for the addresses of the services.
 * @param data a directory for the vector index.
 * @param dashboardPort a free port; the gateway's is 0.
 */
export function environments(
  databaseUrl: (role: DatabaseRole) => string,
  sockets: string,
  data: string,
  dashboardPort: number,
): Record<ServiceName, Record<string, string>> {
  const address = (name: string) => `unix:${sockets}/${name}.sock`;
  const addresses = (...names: ServiceName[]) =>
    Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_ADDRESS`, address(name)]));
  const common = { ...testCallerVariables, LOG_LEVEL: 'error', NODE_ENV: 'production' };
  const rpc = (name: ServiceName) => ({ ...common, RPC_ADDRESS: address(name) });
  const events = { EVENT_LOG_URL: databaseUrl('events') };
  const doors = { ...common, CURSOR_SECRET: testSecret, DASHBOARD_URL: 'https://dashboard.example.com' };
  return {
    identity: { ...rpc('identity'), DATABASE_URL: databaseUrl('identity') },
    ledger: { ...rpc('ledger'), ...events, DATABASE_URL: databaseUrl('ledger') },
    metering: {
      ...rpc('metering'),
      ...events,
      ...addresses('ledger'),
      DATABASE_URL: databaseUrl('metering'),
    },
    vectors: { ...rpc('vectors'), VECTORS_DIRECTORY: data },
    embedding: rpc('embedding'),
    indexer: {
      ...rpc('indexer'),
      ...events,
      ...addresses('embedding', 'vectors'),
      DATABASE_URL: databaseUrl('indexer'),
    },
    search: {
      ...rpc('search'),
      ...addresses('embedding', 'vectors'),
      DATABASE_URL: databaseUrl('reader'),
    },
    company: { ...rpc('company'), DATABASE_URL: databaseUrl('reader') },
    gateway: {
      ...doors,
      ...addresses('identity', 'ledger', 'metering', 'search', 'company'),
      GATEWAY_PORT: '0',
    },
    dashboard: {
      ...doors,
      ...addresses('identity', 'ledger', 'metering', 'search', 'company'),
      DASHBOARD_PORT: String(dashboardPort),
      DASHBOARD_HOST: '127.0.0.1',
    },
  };
}
