import { notifier } from '@heliograph/proto';
import { createRpcClient } from '@heliograph/runtime';
import { freeAddress, startTestDatabase, testCredentials } from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createNotifierService } from '../src/service';
import { call, notifierVariables, startTestNotifier } from './support/notifier';

it('is healthy and ready after its start, serves metrics, and refuses unknown callers', async () => {
  const { service, stop } = await startTestNotifier();
  const base = `http://127.0.0.1:${service.metricsPort}`;
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${base}/metrics`)).text()).toContain(
    'heliograph_notifier_saved_search_changes_total',
  );
  const stranger = createRpcClient(notifier.NotifierServiceService, {
    address: service.address,
    caller: 'search',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
  await expect(stranger.listSavedSearches({ accountId: 'x' }, call)).rejects.toMatchObject({
    code: 'internal',
  });
  await stranger.close();
  await stop();
});

it('fails to start without its database, and can be destroyed twice', async () => {
  const database = await startTestDatabase();
  const service = createNotifierService(
    loadConfig(
      notifierVariables(database, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'fatal' }),
    ),
  );
  await expect(service.start()).rejects.toThrow('ECONNREFUSED');
  await service.destroy();
  await service.destroy();
  await database.stop();
});

it('starts while Kafka is down', async () => {
  const variables = { EVENT_LOG_URL: undefined, KAFKA_BROKERS: '127.0.0.1:1' };
  const { service, stop } = await startTestNotifier(variables);
  expect((await fetch(`http://127.0.0.1:${service.metricsPort}/readyz`)).status).toBe(200);
  await stop();
}, 30_000);

it('names every invalid setting at once', () => {
  const load = () =>
    loadConfig({
      RPC_ADDRESS: freeAddress(),
      WEBHOOK_ENCRYPTION_SECRET: 'short',
      WEBHOOK_ALLOWED_HOSTS: 'https://x/',
      IDENTITY_ADDRESS: 'x',
      LEDGER_ADDRESS: 'x',
    });
  for (const name of [
    ...['DATABASE_URL', 'WEBHOOK_ENCRYPTION_SECRET', 'WEBHOOK_ALLOWED_HOSTS'],
    ...['IDENTITY_ADDRESS', 'LEDGER_ADDRESS'],
  ])
    expect(load).toThrow(name);
});
