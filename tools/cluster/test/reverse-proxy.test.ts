import { waitFor } from '@heliograph/testing';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Endpoints } from '../src/network/endpoints';
import { PROXY_FAILURE, ReverseProxy, SERVED_BY } from '../src/network/reverse-proxy';

const SERVICE = 'gateway';
let servers: Server[] = [];
let proxy: ReverseProxy | undefined;
let endpoints: Endpoints;
let agent: Agent;

beforeEach(() => {
  endpoints = new Endpoints(1);
  agent = new Agent({ keepAlive: true });
});

afterEach(async () => {
  agent.destroy();
  await proxy?.close();
  endpoints.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

/** Instances `a`, `b`, …, each with its own address, all on the same port. */
async function startProxy(
  listeners: RequestListener[],
  choice: 'least-requests' | 'same' = 'least-requests',
): Promise<ReverseProxy> {
  let port = 0;
  for (const [index, listener] of listeners.entries()) {
    const server = createServer(listener).listen(port, `127.9.0.${index + 1}`);
    servers.push(server);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    endpoints.add(SERVICE, { name: 'abc'[index]!, address: `127.9.0.${index + 1}` });
  }
  const started = await ReverseProxy.start({
    host: '127.0.0.1',
    port: 0,
    service: SERVICE,
    targetPort: port,
    endpoints,
    choice,
  });
  proxy = started;
  await waitFor(() => endpoints.of(SERVICE).length === listeners.length);
  return started;
}

function ask(path = '/', headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port: proxy!.port, path, headers }, resolve).once('error', reject);
  });
}

it('passes on requests and responses and names the instance', async () => {
  await startProxy([
    (request, response) => {
      const { host, authorization, 'x-forwarded-for': forwarded } = request.headers;
      response.writeHead(201, { 'x-own': 'yes' });
      response.end(JSON.stringify({ url: request.url, host, authorization, forwarded }));
    },
  ]);
  const answer = await ask('/a?b=%20', { authorization: 'Bearer x', host: 'api.example' });
  expect([answer.statusCode, answer.headers['x-own'], answer.headers[SERVED_BY]]).toEqual([201, 'yes', 'a']);
  expect(JSON.parse(await text(answer))).toEqual({
    url: '/a?b=%20',
    host: 'api.example',
    authorization: 'Bearer x',
    forwarded: '127.0.0.1',
  });
});

it('sends a request to the instance with the fewest in flight', async () => {
  const held: (() => void)[] = [];
  const hold: RequestListener = (_, response) => held.push(() => response.end());
  await startProxy([hold, hold]);
  const responses = [ask(), ask(), ask(), ask()];
  await waitFor(() => held.length === 4);
  expect(proxy!.inFlight).toEqual({ a: 2, b: 2 });
  for (const release of held) release();
  await Promise.all(responses.map(async (answer) => text(await answer)));
  await waitFor(() => Object.values(proxy!.inFlight).every((count) => count === 0));
});

it('sends all requests to one instance if configured, until that instance leaves', async () => {
  const answer: RequestListener = (_, response) => response.end();
  await startProxy([answer, answer], 'same');
  const served = async () => String((await ask()).resume().headers[SERVED_BY]);
  expect([await served(), await served(), await served()]).toEqual(['a', 'a', 'a']);
  endpoints.remove(SERVICE, 'a');
  await waitFor(() => endpoints.of(SERVICE).length === 1);
  expect(await served()).toBe('b');
});

it('sends no new requests to an instance that has left and waits for those in flight', async () => {
  let release = () => {};
  await startProxy([
    (_, response) => (release = () => response.end('late')),
    (_, response) => response.end('b'),
  ]);
  endpoints.remove(SERVICE, 'b');
  await waitFor(() => endpoints.of(SERVICE).length === 1);
  const late = ask();
  await waitFor(() => proxy!.inFlight.a === 1);
  endpoints.add(SERVICE, { name: 'b', address: '127.9.0.2' });
  endpoints.remove(SERVICE, 'a');
  await waitFor(() => endpoints.of(SERVICE).some(({ name }) => name === 'b'));
  await waitFor(() => endpoints.of(SERVICE).length === 1);
  for (let count = 0; count < 5; count += 1) expect(await text(await ask())).toBe('b');
  release();
  expect(await text(await late)).toBe('late');
  await waitFor(() => !('a' in proxy!.inFlight));
});

it('reports a failure without trying another instance', async () => {
  let asked = 0;
  const die: RequestListener = (request) => {
    asked += 1;
    request.socket.destroy();
  };
  await startProxy([die, die]);
  const response = await ask();
  expect([response.statusCode, response.headers[PROXY_FAILURE]]).toEqual([502, 'ECONNRESET']);
  response.resume();
  expect(asked).toBe(1);
});

it('breaks off the response when the instance does', async () => {
  await startProxy([
    (_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      setImmediate(() => response.destroy());
    },
  ]);
  await expect(text(await ask())).rejects.toThrow('aborted');
});

it('answers 503 when no instance is ready', async () => {
  await startProxy([]);
  const response = await ask();
  response.resume();
  expect([response.statusCode, response.headers[PROXY_FAILURE]]).toEqual([503, 'no instance is ready']);
});

it('tells the instance when the client disconnects', async () => {
  let gone = false;
  await startProxy([(_, response) => response.once('close', () => (gone = true))]);
  const request = get({ host: '127.0.0.1', port: proxy!.port });
  request.on('error', () => {});
  await waitFor(() => proxy!.inFlight.a === 1);
  request.destroy();
  await waitFor(() => gone);
});
