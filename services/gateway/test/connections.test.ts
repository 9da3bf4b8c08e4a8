import { testConnections, waitFor } from '@heliograph/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { GatewayConfig } from '../src/config';
import { itemsOf } from './support/backend-responses';
import { startGateway, type TestGateway } from './support/gateway';

const START = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
/** Node.js checks once a second, so timeouts are only that precise; the rest allows for a busy machine. */
const LATE_MS = 8_000;

let gateway: TestGateway;
const sockets: Socket[] = [];

const start = async (connections: Partial<GatewayConfig['connections']>, trustedProxies = 0) => {
  // A waiting search ends with its test, not by timeout.
  gateway = await startGateway({
    connections: { ...testConnections, ...connections },
    trustedProxies,
    searchTimeoutMs: 30_000,
  });
};

async function open(first = ''): Promise<Socket> {
  const socket = connect(gateway.service.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(first);
  return socket;
}

/** What arrived until the other side closed, and how long that took. Sends only `drip`, if given. */
async function untilClosed(socket: Socket, drip?: string): Promise<{ text: string; afterMs: number }> {
  const began = performance.now();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), 100);
  await once(socket, 'close');
  clearInterval(dripping);
  return { text, afterMs: performance.now() - began };
}

const cuts = async (reason: string): Promise<number> =>
  Number(
    new RegExp(`heliograph_http_connections_cut_total\\{reason="${reason}"[^}]*\\} (\\d+)`).exec(
      await gateway.metrics(),
    )?.[1],
  );

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
});

it('closes connections that send too slowly: nothing, headers, a body', async () => {
  await start({ headersTimeoutMs: 500, requestTimeoutMs: 1_000 });
  const body = 'POST /api/v1/usage HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n';
  const [silent, headers, slow] = await Promise.all([
    untilClosed(await open()),
    untilClosed(await open(START), 'X-Slow: header\r\n'),
    untilClosed(await open(body), 'b'),
  ]);
  for (const { text, afterMs } of [silent, headers, slow]) {
    expect(text).toContain('HTTP/1.1 408 ');
    expect(afterMs).toBeLessThan(1_000 + LATE_MS);
  }
  expect(await cuts('slow_request')).toBe(3);
});

it('closes a client that does not read its responses, but not one that waits for a response', async () => {
  await start({ writeTimeoutMs: 1_000 });
  let finish: () => void = () => undefined;
  const searching = new Promise<void>((resolve) => (finish = resolve));
  // Sixteen are more than the kernel buffers; one alone would be allowed half a minute if it were much larger.
  const large = Buffer.from(JSON.stringify(['x'.repeat(400_000)]));
  gateway.backend.search = async (request) => {
    if (request.limit === 2) return { ...itemsOf(request), itemsJson: large };
    await searching;
    return itemsOf(request);
  };
  const answer = gateway.get('/signals?limit=1');
  await waitFor(() => gateway.backend.searches.length === 1);
  const headers = `Host: localhost\r\nAuthorization: Bearer ${gateway.key}\r\n\r\n`;
  const socket = await open(`GET /api/v1/signals?limit=2 HTTP/1.1\r\n${headers}`.repeat(16));
  // Never reads.
  socket.pause();
  await waitFor(async () => (await cuts('unread_answer')) === 1);
  finish();
  expect((await answer).status).toBe(200);
  expect(await cuts('unread_answer')).toBe(1);
});

it('limits the number of connections', async () => {
  await start({ maximumConnections: 3 });
  const kept = [await open(), await open(), await open()];
  await untilClosed(await open());
  expect(await cuts('maximum')).toBe(1);
  kept[0]!.destroy();
  await waitFor(async () => (await gateway.get('/usage').catch(() => undefined))?.status === 200);
});

it('limits connections per address, and reports how many are open', async () => {
  await start({ maximumConnectionsPerAddress: 2 });
  const kept = [await open(), await open()];
  await untilClosed(await open());
  expect(await cuts('address')).toBe(1);
  expect(await gateway.metrics()).toMatch(/heliograph_http_connections\{[^}]*\} 2\n/);
  kept[0]!.destroy();
  await waitFor(async () => (await gateway.get('/usage').catch(() => undefined))?.status === 200);
});
