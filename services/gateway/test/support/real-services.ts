import { cli, identity, ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7, type RpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  startLocalService,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { Backend } from './backend';
import { configFor, startGatewayOver, type TestGateway } from './gateway';

const call = { requestId: 'test-request' };
const nobody = undefined;

/** A gateway over the real identity and ledger, each in its own process; search results are made up. */
export interface RealServices {
  gateway: TestGateway;
  /** Calls as the operator's command line. */
  identity: RpcClient<typeof identity.IdentityServiceService>;
  ledger: RpcClient<typeof ledger.LedgerServiceService>;
  /** Calls as the dashboard, for a signed-in user. */
  cli: RpcClient<typeof cli.CliServiceService>;
  /** The ledger's tables. */
  ledgerPool: Pool;
  addAccount(): Promise<identity.Account>;
  addKey(accountId: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startRealServices(): Promise<RealServices> {
  const database = await startTestDatabase();
  const addresses = { identity: freeAddress(), ledger: freeAddress() };
  const services = await Promise.all(
    (['identity', 'ledger'] as const).map((name) =>
      startLocalService(name, {
        RPC_ADDRESS: addresses[name],
        DATABASE_URL: database.connectionString(name),
        ...testCallerVariables,
        RELAY: 'off',
      }),
    ),
  );
  const settings = { credentials: testCredentials, defaultTimeoutMs: 10_000 };
  const clients = {
    identity: createRpcClient(identity.IdentityServiceService, {
      ...settings,
      address: addresses.identity,
      caller: 'admin',
    }),
    ledger: createRpcClient(ledger.LedgerServiceService, {
      ...settings,
      address: addresses.ledger,
      caller: 'admin',
    }),
    cli: createRpcClient(cli.CliServiceService, {
      ...settings,
      address: addresses.identity,
      caller: 'dashboard',
    }),
  };
  const backend = await Backend.start();
  const gateway = await startGatewayOver(backend, {
    addresses: { ...configFor(backend).addresses, ...addresses },
  });
  const ledgerPool = new Pool({ connectionString: database.connectionString('ledger'), max: 2 });
  return {
    gateway,
    ...clients,
    ledgerPool,
    addAccount: () =>
      clients.identity.createAccount({ email: `${uuidv7()}@example.com`, plan: identity.Plan.FREE }, call),
    addKey: async (accountId) => {
      const scopes = ['signals:read', 'companies:read'];
      const request = {
        accountId,
        name: '',
        scopes,
        expiresAt: undefined,
        monthlyCapRecords: undefined,
        actor: nobody,
      };
      return (await clients.identity.createKey(request, call)).secret;
    },
    stop: async () => {
      await gateway.stop();
      await backend.stop();
      await ledgerPool.end();
      for (const client of Object.values(clients)) await client.close();
      for (const service of services) await service.stop();
      await database.stop();
    },
  };
}
