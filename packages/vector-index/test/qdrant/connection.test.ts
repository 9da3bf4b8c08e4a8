import { CERTIFICATE, CERTIFICATE_KEY, testCredentials } from '@heliograph/testing';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createVectorIndex, type QdrantSettings, type VectorIndex } from '../../src';
import { idOf } from '../../src/qdrant/mapping';
import { logger } from '../support/indexes';
import { clusteredVectors, idsOf, pointOf, queryOf } from '../support/points';

/** Qdrant's responses to the calls made here, unless a test overrides them. */
const ANSWERS: Record<string, { status: number; body: unknown }> = {
  '/': { status: 200, body: { title: 'qdrant', version: '1.18.3' } },
  '/collections': { status: 200, body: { status: 'ok', result: { collections: [] } } },
};

/** Qdrant's default limit for a request body (`max_request_size_mb`). */
const LARGEST_BODY = 32 * 1024 * 1024;

describe('the connection to Qdrant', () => {
  let server: Server;
  let index: VectorIndex;
  let requests: IncomingMessage[];
  let responses: typeof ANSWERS;

  const listener: RequestListener = (request, response) => {
    requests.push(request);
    const { status, body } = responses[request.url!] ?? { status: 503, body: { status: { error: 'busy' } } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const open = async (
    given: Partial<QdrantSettings> & { scheme?: 'http' | 'https' },
    tls = given.scheme === 'https',
  ) => {
    server = tls
      ? createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener)
      : createPlainServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { scheme = 'http', ...settings } = given;
    const url = `${scheme}://127.0.0.1:${port}`;
    index = createVectorIndex(
      { kind: 'qdrant', url, ...settings },
      { caller: 'search', credentials: testCredentials, logger },
    );
  };
  beforeEach(() => {
    requests = [];
    responses = { ...ANSWERS };
  });
  afterEach(async () => {
    await index.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });

  it.each([
    ['an unconfigured authority', false],
    ['no encryption on the other side', true],
  ])('fails with %s', async (_what, isPlain) => {
    await open({ scheme: 'https' }, !isPlain);
    await expect(index.list()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('sends the key with every request, and never prints it', async () => {
    const print = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await open({ apiKey: 'secret-key' });
    await index.list();
    expect(requests.map(({ headers }) => headers['api-key'])).toEqual(['secret-key', 'secret-key']);
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });

  it('says what to do when the key is rejected', async () => {
    await open({});
    responses['/collections'] = { status: 401, body: { status: { error: 'Must provide an API key' } } };
    await expect(index.list()).rejects.toMatchObject({
      code: 'unavailable',
      publicText: expect.stringContaining('QDRANT_API_KEY'),
    });
  });

  it('refuses a server too old for conditional upserts, until there is a newer one', async () => {
    await open({});
    responses['/'] = { status: 200, body: { version: '1.15.5' } };
    await expect(index.upsert('x', [pointOf(1)])).rejects.toMatchObject({
      code: 'unavailable',
      publicText: 'Qdrant 1.15.5 is too old: 1.16 is needed.',
    });
    expect(requests.map(({ url }) => url)).toEqual(['/']);
    responses['/'] = ANSWERS['/']!;
    expect(await index.list()).toEqual([]);
  });

  it('treats an overloaded server like an unreachable one', async () => {
    await open({});
    await expect(index.query('x', queryOf())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('splits requests that Qdrant would refuse as too large', async () => {
    await open({});
    await index.list();
    const stored: string[] = [];
    server.removeListener('request', listener);
    server.on('request', (request, response) => {
      void json(request).then((body) => {
        const isTaken = Number(request.headers['content-length']) <= LARGEST_BODY;
        if (isTaken) stored.push(...(body as { points: { id: string }[] }).points.map(({ id }) => idOf(id)));
        response
          .writeHead(isTaken ? 200 : 400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ status: 'ok', result: { operation_id: 1, status: 'completed' } }));
      });
    });
    const [vector] = clusteredVectors(1, { dimensions: 4_096, clusters: 1, seed: 1 });
    const points = Array.from({ length: 500 }, (_, number) => pointOf(number + 1, { vector: vector! }));
    await index.upsert('x', points);
    expect(stored).toEqual(idsOf(points));
  });

  it('treats a broken response like a missing one', async () => {
    await open({});
    await index.list();
    server.removeListener('request', listener);
    server.on('request', (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"result":');
      response.destroy();
    });
    await expect(index.list()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does not mistake a nonsensical response for an outage', async () => {
    await open({});
    responses['/collections'] = { status: 200, body: 'hello' };
    await expect(index.list()).rejects.toMatchObject({ code: 'internal' });
  });
});
