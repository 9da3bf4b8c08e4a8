import { startBeforeAll } from '@heliograph/testing';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { get, type IncomingHttpHeaders } from 'node:http';
import { startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

interface ApiResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Raw bytes, which fetch would decode. */
function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const request = get(`${gateway.url}${path}`, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.once('error', reject);
  });
}

const gzip = { 'accept-encoding': 'gzip' };

it('compresses a page of signals, with the same charge and headers', async () => {
  const plain = await ask('/api/v1/signals?limit=50', withKey(gateway.key));
  const small = await ask('/api/v1/signals?limit=50', withKey(gateway.key, gzip));
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
    'content-length': String(small.body.length),
    'content-type': 'application/json; charset=utf-8',
    'x-records-consumed': plain.headers['x-records-consumed'],
  });
  expect(plain.headers.vary).toBe('Accept-Encoding');
  expect(gunzipSync(small.body)).toEqual(plain.body);
  expect(small.body.length * 2).toBeLessThan(plain.body.length);
});

it('replays the same bytes, whatever encodings each request accepts', async () => {
  const key = (more: Record<string, string> = {}) =>
    withKey(gateway.key, { 'idempotency-key': 'compression-1', ...more });
  const first = await ask('/api/v1/signals?limit=40', key(gzip));
  const plain = await ask('/api/v1/signals?limit=40', key());
  const again = await ask('/api/v1/signals?limit=40', key(gzip));
  expect(plain.headers['idempotency-replayed']).toBe('true');
  expect(gunzipSync(first.body)).toEqual(plain.body);
  expect(gunzipSync(again.body)).toEqual(plain.body);
});

it('does not compress small responses', async () => {
  const { headers, body } = await ask('/api/v1/signals?countOnly=true', withKey(gateway.key, gzip));
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body.toString())).toHaveProperty('data.total');
});

it.each(['/api/v1/openapi.json', '/api/cli/v1/openapi.json'])(
  'serves %s in the smallest encoding, with a tag for each',
  async (path) => {
    const plain = await ask(path, {});
    const brotli = await ask(path, { 'accept-encoding': 'gzip, br' });
    const gzipped = await ask(path, gzip);
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(gzipped.body)).toEqual(plain.body);
    expect(new Set([plain, brotli, gzipped].map(({ headers }) => headers.etag)).size).toBe(3);
    const known = await ask(path, { ...gzip, 'if-none-match': gzipped.headers.etag! });
    expect([known.status, known.body.length, known.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
    const head = await ask(path, gzip, 'HEAD');
    expect(head.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(gzipped.body.length),
      etag: gzipped.headers.etag,
    });
  },
);

it('never compresses responses about credentials', async () => {
  const session = await ask('/api/cli/v1/session', withKey(gateway.token, gzip));
  expect([session.status, session.headers['content-encoding'], session.headers.vary]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  const form = await gateway.form('/device', { client_id: 'signals-cli', device_name: 'a'.repeat(60) });
  expect([form.headers.get('content-encoding'), form.headers.get('vary')]).toEqual([null, null]);
});
