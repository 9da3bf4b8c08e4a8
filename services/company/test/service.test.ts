import { startBeforeAll, startUnmigratedDatabase } from '@heliograph/testing';
import { Client } from 'pg';
import { loadConfig } from '../src/config';
import { createCompanyService } from '../src/service';
import { call, configFor, connect, silentLogger, startTestCompany } from './support/company';

const running = startBeforeAll(startTestCompany);

it('admits the gateway and no unlisted program', async () => {
  await expect(running.gateway.getFilterOptions({ knownVersion: '', lists: 0 }, call)).resolves.toMatchObject(
    {
      categories: [],
    },
  );
  const stranger = connect(running.service, 'ledger');
  await expect(stranger.getFilterOptions({ knownVersion: '', lists: 0 }, call)).rejects.toMatchObject({
    code: 'internal',
  });
  await stranger.close();
});

it('is ready once it serves, and reports that on the metrics port', async () => {
  expect(await running.gateway.isServing(5_000)).toBe(true);
  const operations = `http://127.0.0.1:${running.service.metricsPort}`;
  expect((await fetch(`${operations}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${operations}/metrics`)).text()).toContain(
    'heliograph_company_filter_option_loads_total',
  );
});

it('connects as a read-only role', async () => {
  const client = new Client({ connectionString: running.database.connectionString('reader') });
  await client.connect();
  await expect(client.query('DELETE FROM catalog.company')).rejects.toThrow(/read-only|permission denied/);
  await client.end();
});

it('returns unavailable while the database refuses it, and recovers by itself', async () => {
  const name = new URL(running.database.adminConnectionString).pathname.slice(1);
  const url = new URL(running.database.adminConnectionString);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.toString() });
  await server.connect();
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await expect(running.gateway.getCompany({ slug: 'x' }, call)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(
      running.gateway.getFilterOptions({ knownVersion: '', lists: 0 }, call),
    ).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await running.gateway.isServing(5_000)).toBe(false);
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
  await expect(running.gateway.getCompany({ slug: 'x' }, call)).rejects.toMatchObject({ code: 'not_found' });
  expect(await running.gateway.isServing(5_000)).toBe(true);
});

it('does not start without a catalog', async () => {
  const database = await startUnmigratedDatabase();
  const service = createCompanyService(configFor(database.connectionString('reader')), {
    logger: silentLogger,
  });
  await expect(service.start()).rejects.toThrow('heliograph-admin migrate');
  await service.destroy();
  await database.stop();
});

it('can be destroyed twice, even if it never started', async () => {
  const service = createCompanyService(configFor('postgresql://nobody@127.0.0.1:1/none'), {
    logger: silentLogger,
  });
  await service.destroy();
  await service.destroy();
});

it('names every invalid setting at once', () => {
  const load = () => loadConfig({ RPC_ADDRESS: 'x', DATABASE_URL: 'mysql://x', CALLER_PUBLIC_KEYS: 'short' });
  for (const name of ['RPC_ADDRESS', 'DATABASE_URL', 'CALLER_PUBLIC_KEYS']) expect(load).toThrow(name);
});
