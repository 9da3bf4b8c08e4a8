import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readBody } from './read-body';

const MAXIMUM_BYTES = 65_536;

let server: Server;
let handle: (incoming: IncomingMessage) => void;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    handle(incoming);
    incoming.on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends each chunk as an HTTP chunk; does not end the body. */
async function send(chunks: readonly (string | Buffer)[]) {
  let body: Promise<Buffer> | undefined;
  let received = 0;
  handle = (incoming) => {
    body = readBody(incoming, MAXIMUM_BYTES);
    body.catch(() => undefined);
    incoming.on('data', (chunk: Buffer) => (received += chunk.length));
  };
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent: false });
  outgoing.on('error', () => undefined);
  outgoing.on('response', (response) => response.resume());
  outgoing.flushHeaders();
  for (const chunk of chunks) outgoing.write(chunk);
  const sent = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  while (body === undefined || received < sent) await setImmediate();
  return { body, outgoing };
}

it.each([
  ['nothing', []],
  ['one byte after the other', Array.from({ length: 10_000 }, (_, index) => String(index % 10))],
  ['chunks of all sizes', Array.from({ length: 30 }, (_, index) => Buffer.alloc(150 * index + 1, index))],
  ['all that is allowed', [Buffer.alloc(MAXIMUM_BYTES, 'x')]],
])('returns %s', async (_case, chunks) => {
  const { body, outgoing } = await send(chunks);
  outgoing.end();
  const expected = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
  expect((await body).equals(expected)).toBe(true);
});

it('refuses a byte more than is allowed', async () => {
  const { body } = await send([Buffer.alloc(MAXIMUM_BYTES), 'x']);
  await expect(body).rejects.toMatchObject({ status: 413 });
});

it('uses about as much memory as it has read, even with one-byte chunks', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const chunks = Array<string>(MAXIMUM_BYTES).fill('x');
  const before = held();
  const { body, outgoing } = await send(chunks);
  expect(held() - before).toBeLessThan(4_000_000);
  outgoing.end();
  expect(await body).toHaveLength(MAXIMUM_BYTES);
});
