import { startBeforeAll, waitFor } from '@heliograph/testing';
import { itemsOf } from './support/backend-responses';
import { startGateway } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const inFlight = async () =>
  /^heliograph_gateway_requests_in_flight\{service="gateway"\} (\d+)$/m.exec(await gateway.metrics())?.[1];

it('counts every request from its arrival to its response', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  gateway.backend.search = async (request) => {
    await released;
    return itemsOf(request);
  };
  const responses = [gateway.get('/signals'), gateway.get('/signals')];
  await waitFor(async () => (await inFlight()) === '2');
  release();
  for (const answer of await Promise.all(responses)) expect(answer.status).toBe(200);
  await gateway.get('/signals?limit=0');
  expect(await inFlight()).toBe('0');
});
