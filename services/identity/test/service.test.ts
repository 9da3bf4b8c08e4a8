import { cli, identity, signIn } from '@heliograph/proto';
import { createRpcClient, type RpcClient, type ServiceDefinition } from '@heliograph/runtime';
import {
  freeAddress,
  startBeforeAll,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
} from '@heliograph/testing';
import { Client } from 'pg';
import { loadConfig } from '../src/config';
import { createIdentityService } from '../src/service';
import { byCommand, call, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

function connect<Definition extends ServiceDefinition>(
  definition: Definition,
  caller: string,
): RpcClient<Definition> {
  return createRpcClient(definition, {
    address: running.service.address,
    caller,
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
}

it('lets the gateway authenticate and nothing else', async () => {
  await expect(running.gateway.listKeys({ accountId: 'x', ids: [] }, call)).rejects.toMatchObject({
    code: 'internal',
  });
  await expect(running.gateway.revokeKey({ id: 'x', ...byCommand }, call)).rejects.toMatchObject({
    code: 'internal',
  });
  await expect(
    running.admin.authenticate({ keyHash: Buffer.alloc(32), kind: 1 }, call),
  ).rejects.toMatchObject({
    code: 'internal',
  });
});

it('refuses all other callers', async () => {
  const stranger = connect(identity.IdentityServiceService, 'search');
  await expect(stranger.authenticate({ keyHash: Buffer.alloc(32), kind: 1 }, call)).rejects.toMatchObject({
    code: 'internal',
  });
  await stranger.close();
});

it('lets users decide through the dashboard and clients ask through the gateway, not the reverse', async () => {
  const { signIn: dashboard, cliUser, cliClient } = running;
  const gateway = connect(signIn.SignInServiceService, 'gateway');
  const clientAsAdmin = connect(cli.CliServiceService, 'admin');
  const refused = { code: 'internal' };
  await expect(gateway.beginSignIn({ returnTo: '/' }, call)).rejects.toMatchObject(refused);
  await expect(gateway.authenticateSession({ tokenHash: Buffer.alloc(32) }, call)).rejects.toMatchObject(
    refused,
  );
  await expect(cliUser.exchangeDeviceCode({ deviceCode: 'x' }, call)).rejects.toMatchObject(refused);
  await expect(cliUser.refreshTokens({ refreshToken: 'x', clientVersion: '' }, call)).rejects.toMatchObject(
    refused,
  );
  await expect(cliClient.getDeviceLogin({ userCode: 'x' }, call)).rejects.toMatchObject(refused);
  await expect(
    cliClient.decideDeviceLogin({ userCode: 'x', accountId: 'x', approve: true, actor: undefined }, call),
  ).rejects.toMatchObject(refused);
  await expect(clientAsAdmin.listCliSessions({ accountId: 'x' }, call)).rejects.toMatchObject(refused);
  await expect(
    running.dashboard.authenticate({ keyHash: Buffer.alloc(32), kind: 1 }, call),
  ).rejects.toMatchObject(refused);
  expect(await dashboard.authenticateSession({ tokenHash: Buffer.alloc(32) }, call)).toMatchObject({
    verdict: 2,
  });
  await Promise.all([gateway.close(), clientAsAdmin.close()]);
});

it('can be destroyed twice, even if it never started', async () => {
  const database = await startTestDatabase();
  const service = createIdentityService(
    loadConfig({
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: database.connectionString('identity'),
      ...testCallerVariables,
      LOG_LEVEL: 'fatal',
    }),
  );
  await service.destroy();
  await service.destroy();
  await database.stop();
});

it('fails to start without its database and says why', async () => {
  const service = createIdentityService(
    loadConfig({
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ...testCallerVariables,
      LOG_LEVEL: 'fatal',
    }),
  );
  await expect(service.start()).rejects.toThrow('ECONNREFUSED');
  await service.destroy();
});

it('returns unavailable while the database refuses it, and recovers by itself', async () => {
  const { adminConnectionString } = running.database;
  const name = new URL(adminConnectionString).pathname.slice(1);
  const url = new URL(adminConnectionString);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.toString() });
  await server.connect();
  const request = { keyHash: Buffer.alloc(32), kind: 1 };
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await expect(running.gateway.authenticate(request, call)).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
  const { verdict } = await running.gateway.authenticate(request, call);
  expect(verdict).toBe(identity.Verdict.UNKNOWN);
});

it('names every invalid setting at once', () => {
  const load = () => loadConfig({ RPC_ADDRESS: 'x', DATABASE_URL: 'mysql://x', CALLER_PUBLIC_KEYS: 'short' });
  for (const name of ['RPC_ADDRESS', 'DATABASE_URL', 'CALLER_PUBLIC_KEYS']) expect(load).toThrow(name);
});
