import { services, stopOrder } from '@heliograph/launcher';
import type { DatabaseRole } from '@heliograph/postgres';
import { TEST_SECRET, testCallerVariables } from '@heliograph/testing';

/** The services, each after those it calls. */
export const startOrder: readonly string[] = stopOrder(services).reverse().flat();

/** Services that compute in their own threads. */
export const SERVICES_WITH_THREADS: ReadonlySet<string> = new Set(['embedding', 'search', 'vectors']);

/**
 * Each service's environment in a small installation without Kafka, Redis, and Qdrant.
 *
 * @param sockets a directory for the services' addresses.
 * @param data a directory for the vector index.
 * @param dashboardPort a free port; the gateway's is 0.
 */
export function environments(
  databaseUrl: (role: DatabaseRole) => string,
  sockets: string,
  data: string,
  dashboardPort: number,
): Record<string, Record<string, string>> {
  const address = (name: string) => `unix:${sockets}/${name}.sock`;
  const common = { ...testCallerVariables, LOG_LEVEL: 'error', NODE_ENV: 'production' };
  return Object.fromEntries(
    services.map(({ name, role, calls, variables }) => {
      const known = {
        RPC_ADDRESS: address(name),
        EVENT_LOG_URL: databaseUrl('events'),
        VECTORS_DIRECTORY: data,
        CURSOR_SECRET: TEST_SECRET,
        WEBHOOK_ENCRYPTION_SECRET: TEST_SECRET,
        DASHBOARD_URL: 'https://dashboard.example.com',
        GATEWAY_PORT: '0',
        DASHBOARD_PORT: String(dashboardPort),
        DASHBOARD_HOST: '127.0.0.1',
        ...(role && { DATABASE_URL: databaseUrl(role) }),
        ...Object.fromEntries(calls.map((called) => [`${called.toUpperCase()}_ADDRESS`, address(called)])),
      };
      const read = Object.entries(known).filter(([variable]) => variable in variables);
      return [name, { ...common, ...Object.fromEntries(read) }];
    }),
  );
}
