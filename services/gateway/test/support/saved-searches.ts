import { startLocalService, startTestDatabase, TEST_SECRET, testCallerVariables } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import type { identity } from '@heliograph/proto';
import { startGateway, withKey, type TestGateway } from './gateway';

/** A gateway over a real notifier; search results are made up. */
export interface SavedSearchGateway extends TestGateway {
  /** Headers with a key of a new account; override what matters. */
  account(fields?: Partial<identity.AuthenticateResponse>): Record<string, string>;
  /** Sends JSON, or raw text. */
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response>;
}

export async function startSavedSearchGateway(): Promise<SavedSearchGateway> {
  const gateway = await startGateway();
  const { backend } = gateway;
  const database = await startTestDatabase();
  await backend.stopService('notifier');
  const notifier = await startLocalService('notifier', {
    RPC_ADDRESS: backend.addresses.notifier,
    DATABASE_URL: database.connectionString('notifier'),
    EVENT_LOG_URL: database.connectionString('events'),
    LEDGER_ADDRESS: backend.addresses.ledger,
    IDENTITY_ADDRESS: backend.addresses.identity,
    WEBHOOK_ENCRYPTION_SECRET: TEST_SECRET,
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    ...testCallerVariables,
  });
  return {
    ...gateway,
    account: (fields = {}) => withKey(backend.addKey({ accountId: randomUUID(), ...fields })),
    send: (method, path, headers, body) =>
      fetch(`${gateway.url}/api/v1/saved-searches${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    stop: async () => {
      await gateway.stop();
      await notifier.stop();
      await database.stop();
    },
  };
}
