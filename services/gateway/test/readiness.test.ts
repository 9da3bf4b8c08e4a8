import { waitFor } from '@heliograph/testing';
import { startGateway, type TestGateway } from './support/gateway';
import type { ServiceName } from './support/backend';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

const readiness = async () => {
  const response = await fetch(`${gateway.url}/readyz`);
  return {
    status: response.status,
    body: (await response.json()) as { status: string; waitingFor?: string[] },
  };
};

it('is ready with all services behind it', async () => {
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } });
});

it.each<ServiceName>(['identity', 'ledger', 'search', 'company'])('waits for %s', async (name) => {
  await gateway.backend.stopService(name);
  await waitFor(async () => (await readiness()).status === 503);
  expect((await readiness()).body.waitingFor).toEqual([name]);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  const operations = `http://127.0.0.1:${gateway.service.operationsPort}`;
  expect((await fetch(`${operations}/readyz`)).status).toBe(503);
  await gateway.backend.startService(name);
  await waitFor(async () => (await readiness()).status === 200);
});
