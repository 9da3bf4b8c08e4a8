import { CallCancelled, type CallContext } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { once } from 'node:events';
import { itemsOf } from './support/backend-responses';
import { startGateway, withKey } from './support/gateway';
import { openRequest } from './support/raw-http';

const gateway = startBeforeAll(startGateway);

it('does not charge a client that disconnected, and frees its key', async () => {
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
  // A request sent after the disconnect is answered only after the disconnect was noticed.
  for (let count = 0; count < 3; count++) await fetch(`${gateway.url}/healthz`);
  finish();
  await waitFor(() => backend.ledger.releases.length === 1);
  expect(backend.ledger.charges).toEqual([]);
  await waitFor(async () => /code="abandoned"/.test(await gateway.metrics()));
  expect((await gateway.get('/signals?limit=1', headers)).status).toBe(200);
});

it('cancels the search of a client that disconnected, and tells search which account it belonged to', async () => {
  const { backend } = gateway;
  const key = backend.addKey({ accountId: 'account-7' });
  let tell: (call: CallContext) => void = () => undefined;
  const asked = new Promise<CallContext>((resolve) => (tell = resolve));
  let calls = 0;
  backend.search = async (_request, call) => {
    calls += 1;
    tell(call);
    await once(call.signal, 'abort');
    throw call.signal.reason;
  };
  const socket = openRequest(gateway.service.port, '/api/v1/signals?limit=1', withKey(key));
  const call = await asked;
  expect(call.accountId).toBe('account-7');
  socket.destroy();
  await waitFor(() => call.signal.aborted);
  // Not by its deadline, which comes a little later.
  expect(call.signal.reason).toBeInstanceOf(CallCancelled);
  // It is neither retried nor charged.
  for (let count = 0; count < 3; count++) await fetch(`${gateway.url}/healthz`);
  expect(calls).toBe(1);
  expect(backend.ledger.charges.filter(({ accountId }) => accountId === 'account-7')).toEqual([]);
});
