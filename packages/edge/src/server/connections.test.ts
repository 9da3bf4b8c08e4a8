import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createMetrics, type Metrics } from '@heliograph/runtime';
import { testConnections, waitFor } from '@heliograph/testing';
import { Connections } from './connections';
import { PublicServer } from './public-server';

const PART = Buffer.alloc(1 << 15);
/** More than the kernel buffers. */
const PARTS = 800;

let server: PublicServer;
let metrics: Metrics;
let socket: Socket;
let parts = 0;

/** Streams many parts, each written once the client has read the previous one. */
async function stream(response: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  for (; parts < PARTS && !response.destroyed; parts += 1)
    if (!response.write(PART)) await Promise.race([once(response, 'drain'), closed]);
  response.end();
}

beforeEach(async () => {
  parts = 0;
  metrics = createMetrics('gateway');
  server = new PublicServer((_request, response) => void stream(response), {
    maximumUrlLength: 1_000,
    limits: { ...testConnections, writeTimeoutMs: 1_500 },
    metrics,
  });
  await server.listen({ host: '127.0.0.1', port: 0, variable: 'PORT' });
  socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
});

afterEach(async () => {
  socket.destroy();
  await server.close(1_000, () => undefined);
});

const unread = async (): Promise<number> => {
  const { values } = await metrics.registry.getSingleMetric('heliograph_http_connections_cut_total')!.get();
  return values.find(({ labels }) => labels.reason === 'unread_answer')!.value;
};

it('cuts a client that stops reading a stream', async () => {
  socket.pause();
  await waitFor(async () => (await unread()) === 1);
  expect(parts).toBeLessThan(PARTS);
});

it('keeps a client that reads a stream slowly', async () => {
  let bytes = 0;
  const began = performance.now();
  socket.pause();
  // Slower than the timeout in total, but never for a single part.
  const reading = setInterval(() => (bytes += (socket.read() as Buffer | null)?.length ?? 0), 10);
  await waitFor(() => parts === PARTS);
  expect(performance.now() - began).toBeGreaterThan(1_500);
  clearInterval(reading);
  socket.resume();
  expect(bytes).toBeGreaterThan(0);
  expect(await unread()).toBe(0);
});

it('answers pipelined requests, and cuts a client that sends too many at once', async () => {
  const cuts = createMetrics('gateway');
  const held: ServerResponse[] = [];
  const holding = new PublicServer((_request, response) => void held.push(response), {
    maximumUrlLength: 1_000,
    limits: testConnections,
    metrics: cuts,
  });
  await holding.listen({ host: '127.0.0.1', port: 0, variable: 'PORT' });
  const parsed = jest.spyOn(Connections.prototype, 'answering');
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const begin = (requests: number) => {
    const client = connect(holding.port, '127.0.0.1', () => client.write(request.repeat(requests)));
    client.on('error', () => undefined);
    let received = '';
    client.on('data', (data: Buffer) => (received += data.toString()));
    const closed = new Promise<void>((resolve) => client.once('close', resolve));
    return { client, closed, answers: () => received.split('HTTP/1.1 200').length - 1 };
  };
  try {
    const polite = begin(16);
    await waitFor(() => held.length === 16);
    for (const response of held.splice(0)) response.end();
    await waitFor(() => polite.answers() === 16);
    // The same connection again: answered requests do not count.
    polite.client.write(request.repeat(16));
    await waitFor(() => held.length === 16);
    await begin(1_000).closed;
    expect(held.length).toBe(32);
    // The rest of what was read is not even parsed.
    expect(parsed.mock.calls.length).toBeLessThan(60);
    for (const response of held) response.end();
    await waitFor(() => polite.answers() === 32);
    expect(await cuts.registry.metrics()).toContain(
      'http_connections_cut_total{reason="pipelined",service="gateway"} 1',
    );
    polite.client.destroy();
  } finally {
    parsed.mockRestore();
    await holding.close(0, () => undefined);
  }
});

it('allows one IPv6 site at most a quarter of all connections, whatever networks it has', () => {
  const silent = createServer();
  const limits = { ...testConnections, maximumConnections: 16, maximumConnectionsPerAddress: 2 };
  new Connections(silent, limits, 1_000, createMetrics('gateway'));
  const connects = (remoteAddress: string) => {
    const destroy = jest.fn();
    const opened = Object.assign(new EventEmitter(), { remoteAddress, destroy });
    silent.emit('connection', opened);
    return { isKept: destroy.mock.calls.length === 0, close: () => opened.emit('close') };
  };
  const ofSite = ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1', '2001:db8:1:ffff::1'].map(
    connects,
  );
  expect(ofSite.map(({ isKept }) => isKept)).toEqual([true, true, true, true]);
  expect(connects('2001:db8:1:3::1').isKept).toBe(false);
  expect(
    ['2001:db8:2::1', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map((each) => connects(each).isKept),
  ).toEqual([true, true, true, false]);
  ofSite[0]!.close();
  expect(connects('2001:db8:1:3::1').isKept).toBe(true);
  expect(connects('2001:db8:1:3::2').isKept).toBe(false);
});
