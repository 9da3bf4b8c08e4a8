import { startBeforeAll, waitFor } from '@heliograph/testing';
import { Backend, type ServiceName } from './support/backend';
import { startGateway, startGatewayOver, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const readiness = async (url = gateway.url) => {
  const response = await fetch(`${url}/readyz`);
  return {
    status: response.status,
    body: (await response.json()) as object,
  };
};

/** Waits for this report: on a busy machine, a check of the services may time out. */
const reported = (status: number, body: object, url?: string) =>
  waitFor(
    async () => {
      expect(await readiness(url)).toEqual({ status, body });
      return true;
    },
    { description: JSON.stringify(body) },
  );
const READY = { status: 'ready' };
const waitingFor = (...names: ServiceName[]) => ({ status: 'not ready', waitingFor: names });

it('is ready when all services behind it are', () => reported(200, READY));

it.each<ServiceName>(['identity', 'ledger', 'search', 'company'])('waits for %s', async (name) => {
  await gateway.backend.stopService(name);
  await reported(503, waitingFor(name));
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  const operations = `http://127.0.0.1:${gateway.service.operationsPort}`;
  expect((await fetch(`${operations}/readyz`)).status).toBe(503);
  await gateway.backend.startService(name);
  await reported(200, READY);
});

it('waits for metering at startup, and later serves without it', async () => {
  const backend = await Backend.start();
  await backend.stopService('metering');
  const other = await startGatewayOver(backend);
  await reported(503, waitingFor('metering'), other.url);
  await backend.startService('metering');
  await reported(200, READY, other.url);
  // A report is reused for a moment; one that notices the ledger's stop was made after both stops.
  for (const name of ['metering', 'ledger'] as const) await backend.stopService(name);
  await reported(503, waitingFor('ledger'), other.url);
  await other.stop();
  await backend.stop();
});

it('is ready after a minute without a notifier', async () => {
  const backend = await Backend.start();
  await backend.stopService('notifier');
  const other = await startGatewayOver(backend);
  await reported(503, waitingFor('notifier'), other.url);
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  try {
    await reported(200, { ...READY, degraded: ['notifier'] }, other.url);
    expect((await other.get('/signals?limit=1', withKey(backend.addKey()))).status).toBe(200);
  } finally {
    clock.mockRestore();
  }
  await other.stop();
  await backend.stop();
});

it('once ready, keeps accepting requests without its services, and reports that at once', async () => {
  await reported(200, READY);
  const operations = `http://127.0.0.1:${gateway.service.operationsPort}`;
  const serving = async () => (await fetch(`${operations}/servez`)).status;
  expect(await serving()).toBe(200);
  const names: ServiceName[] = ['identity', 'ledger', 'search', 'company'];
  for (const name of names) await gateway.backend.stopService(name);
  await waitFor(async () => (await readiness()).status === 503);
  expect(await serving()).toBe(200);
  const refused = await gateway.get('/signals?limit=1', withKey(gateway.backend.addKey()));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${gateway.url}/api/v1/openapi.json`)).status).toBe(200);
  for (const name of names) await gateway.backend.startService(name);
  await reported(200, READY);
});

it('accepts no requests before it is ready', async () => {
  const backend = await Backend.start();
  await backend.stopService('ledger');
  const other = await startGatewayOver(backend);
  const operations = `http://127.0.0.1:${other.service.operationsPort}`;
  expect((await fetch(`${operations}/servez`)).status).toBe(503);
  await other.stop();
  await backend.stop();
});
