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
  // What is asked after the closing is answered after it has been noticed.
  for (let count = 0; count < 3; count++) await fetch(`${gateway.url}/healthz`);
  finish();
  await waitFor(() => backend.ledger.releases.length === 1);
  expect(backend.ledger.charges).toEqual([]);
  await waitFor(async () => /code="abandoned"/.test(await gateway.metrics()));
  expect((await gateway.get('/signals?limit=1', headers)).status).toBe(200);
});
