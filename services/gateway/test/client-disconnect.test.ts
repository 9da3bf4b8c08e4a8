import { waitFor } from '@heliograph/testing';
import { itemsOf } from './support/backend';
import { startGateway, withKey, type TestGateway } from './support/gateway';
import { openRequest } from './support/raw-http';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

it('does not charge a client that has gone, and frees its key', async () => {
  const { backend } = gateway;
  let finish: () => void = () => undefined;
  const running = new Promise<void>((resolve) => (finish = resolve));
  backend.search = async (request) => {
    await running;
    return itemsOf(request);
  };
  const headers = withKey(gateway.key, { 'idempotency-key': 'disconnected-1' });
  const socket = openRequest(gateway.service.port, '/api/v1/signals?limit=1', headers);
  await waitFor(() => backend.searches.length === 1);
  socket.destroy();
  // Closing reaches the gateway before the answer of the search does: it is asked something else in between.
  await waitFor(async () => /operation="getHealth"/.test((await probe()) && (await gateway.metrics())));
  finish();
  await waitFor(() => backend.ledger.releases.length === 1);
  expect(backend.ledger.charges).toEqual([]);
  expect(await gateway.metrics()).toMatch(/code="abandoned"/);
  expect((await gateway.get('/signals?limit=1', headers)).status).toBe(200);
});

async function probe(): Promise<string> {
  return (await fetch(`${gateway.url}/healthz`)).text();
}
