import { waitFor } from '@heliograph/testing';
import { connect } from 'node:net';
import { itemsOf } from './support/backend-responses';
import { startGateway, withKey, type TestGateway } from './support/gateway';
import { openRequest, parseAnswer } from './support/raw-http';

let gateway: TestGateway;
let finish: () => void;

async function startWithSlowSearch(shutdownTimeoutMs: number, drainDelayMs = 0): Promise<void> {
  gateway = await startGateway({ shutdownTimeoutMs, drainDelayMs });
  const running = new Promise<void>((resolve) => (finish = resolve));
  gateway.backend.search = async (request) => {
    await running;
    return itemsOf(request);
  };
}

function beginSearch() {
  const socket = openRequest(gateway.service.port, '/api/v1/signals?limit=1', withKey(gateway.key));
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = new Promise<string>((resolve) =>
    socket.once('close', () => resolve(Buffer.concat(received).toString('latin1'))),
  );
  return closed;
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

afterEach(() => gateway.stop());

it('finishes requests in flight, closes their connections, and accepts nothing new', async () => {
  await startWithSlowSearch(10_000);
  const response = beginSearch();
  await waitFor(() => gateway.backend.searches.length === 1);
  const { port } = gateway.service;
  const destroyed = gateway.service.destroy();
  await waitFor(async () => !(await canConnect(port)));
  finish();
  expect(parseAnswer(await response).status).toBe(200);
  await destroyed;
  expect(gateway.backend.ledger.charges).toHaveLength(1);
});

it('fails readiness before the port closes', async () => {
  await startWithSlowSearch(1_000, 5_000);
  // Its connection is kept alive, so the port stays open for the next request.
  await fetch(`${gateway.url}/readyz`);
  const destroyed = gateway.service.destroy();
  const response = await fetch(`${gateway.url}/readyz`);
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  await destroyed;
  expect(await canConnect(gateway.service.port)).toBe(false);
});

it('cuts off requests that exceed the grace period', async () => {
  await startWithSlowSearch(100);
  const response = beginSearch();
  await waitFor(() => gateway.backend.searches.length === 1);
  await gateway.service.destroy();
  expect(await response).toBe('');
  finish();
});

it('can be destroyed twice, and before it was started', async () => {
  await startWithSlowSearch(100);
  await Promise.all([gateway.service.destroy(), gateway.service.destroy()]);
  await gateway.service.destroy();
});
