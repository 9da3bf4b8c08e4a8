import { identity } from '@heliograph/proto';
import { createRpcClient, type RpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
  type ServiceProcess,
  type TestDatabase,
} from '@heliograph/testing';
import { Backend } from './support/backend';
import { configFor, startGatewayOver, withKey, type TestGateway } from './support/gateway';

/** The documented limit: a revocation applies everywhere within 5 s. */
const BOUND_MS = 5_000;

const call = { requestId: 'test-request' };
/** On any account, as the operator's command line. */
const byAdmin = { accountId: '', actor: undefined };
const address = freeAddress();

let database: TestDatabase;
let service: ServiceProcess;
let admin: RpcClient<typeof identity.IdentityServiceService> & { close(): Promise<void> };
let backend: Backend;
let gateways: TestGateway[];

const startIdentity = () =>
  startServiceProcess('identity', {
    RPC_ADDRESS: address,
    DATABASE_URL: database.connectionString('identity'),
    ...testCallerVariables,
    KEY_USE_INTERVAL_MS: '100',
  });

beforeAll(async () => {
  database = await startTestDatabase();
  service = await startIdentity();
  admin = createRpcClient(identity.IdentityServiceService, {
    address,
    caller: 'admin',
    credentials: testCredentials,
    defaultTimeoutMs: 10_000,
  });
  backend = await Backend.start();
  backend.ledger.remaining = 1_000_000;
  const changes = { addresses: { ...configFor(backend).addresses, identity: address } };
  gateways = [await startGatewayOver(backend, changes), await startGatewayOver(backend, changes)];
});
afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop();
  await backend?.stop();
  await admin?.close();
  await service?.stop();
  await database?.stop();
});

/** A new account's key that both gateways have cached as valid. */
async function knownKey(): Promise<{ id: string; accountId: string; secret: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const account = await admin.createAccount({ email, plan: identity.Plan.FREE }, call);
  const request = { accountId: account.id, name: '', scopes: ['signals:read'], expiresAt: undefined };
  const { key, secret } = await admin.createKey(
    { ...request, monthlyCapRecords: 100_000n, actor: undefined },
    call,
  );
  for (const gateway of gateways) expect(await codeFrom(gateway, secret)).toBe('none');
  return { id: key!.id, accountId: account.id, secret };
}

async function codeFrom(gateway: TestGateway, secret: string): Promise<string> {
  const response = await gateway.get('/signals?limit=3', withKey(secret));
  const { code = 'none' } = (await response.json()) as { code?: string };
  return code;
}

/** Waits until both gateways return a code; returns how long after `sinceMs` the last other answer was requested. */
async function delayUntil(code: string, secret: string, sinceMs: number): Promise<number> {
  const delays = gateways.map(async (gateway) => {
    let lastMs = sinceMs;
    await waitFor(
      async () => {
        const askedMs = performance.now();
        if ((await codeFrom(gateway, secret)) === code) return true;
        lastMs = askedMs;
        return false;
      },
      { timeoutMs: 2 * BOUND_MS, description: code },
    );
    return lastMs - sinceMs;
  });
  return Math.max(...(await Promise.all(delays)));
}

it('revocation, suspension, disabling, and caps apply on both gateways within 5 s', async () => {
  const { DISABLED, SUSPENDED } = identity.AccountStatus;
  const status = (id: string, value: identity.AccountStatus) =>
    admin.setAccountStatus({ id, status: value, reason: '', actor: undefined }, call);
  const changes: [string, (key: { id: string; accountId: string }) => Promise<unknown>][] = [
    ['revoked_credentials', ({ id }) => admin.revokeKey({ id, ...byAdmin }, call)],
    ['account_disabled', ({ accountId }) => status(accountId, DISABLED)],
    ['account_suspended', ({ accountId }) => status(accountId, SUSPENDED)],
    [
      'key_cap_reached',
      ({ id }) => admin.updateKey({ id, name: undefined, monthlyCapRecords: 2n, ...byAdmin }, call),
    ],
  ];
  const delays = await Promise.all(
    changes.map(async ([code, change]) => {
      const key = await knownKey();
      await change(key);
      return delayUntil(code, key.secret, performance.now());
    }),
  );
  for (const delay of delays) expect(delay).toBeLessThan(BOUND_MS);
});

it('a revocation applies within 5 s even if identity is killed right after it, and persists when identity is back', async () => {
  const key = await knownKey();
  await admin.revokeKey({ id: key.id, ...byAdmin }, call);
  const revokedMs = performance.now();
  await service.kill();
  expect(await delayUntil('unavailable', key.secret, revokedMs)).toBeLessThan(BOUND_MS);
  service = await startIdentity();
  await delayUntil('revoked_credentials', key.secret, performance.now());
});

it('the last use of a key is recorded', async () => {
  const before = new Date();
  const { id, accountId } = await knownKey();
  await waitFor(async () => {
    const { keys } = await admin.listKeys({ accountId, ids: [] }, call);
    return keys.find((key) => key.id === id)!.lastUsedAt! >= before;
  });
});
