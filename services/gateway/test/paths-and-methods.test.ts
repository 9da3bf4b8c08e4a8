import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}${path}`, { redirect: 'manual', ...init });

describe('unknown paths', () => {
  it.each(['/nothing', '', '/', '/signals/', '/Signals', '/signals/1', '/%73ignals', '/usage/..%2f'])(
    '/api/v1%s: 404 with a key, 401 without',
    async (path) => {
      expect(await problemFrom(await gateway.get(path))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await problemFrom(await gateway.get(path, {}))).toMatchObject({ status: 401 });
    },
  );

  it.each(['/api', '/api/v2/signals', '/docsx', '/api/v1x', '//api/v1/signals'])(
    '%s: 404 for everyone',
    async (path) =>
      expect(await problemFrom(await ask(path))).toMatchObject({ status: 404, code: 'not_found' }),
  );
});

describe('methods', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])('%s /signals: 405', async (method) => {
    const response = await gateway.get('/signals', withKey(gateway.key), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it.each(['/usage', '/filter-options'])('%s takes HEAD', async (path) => {
    const response = await gateway.get(path, withKey(gateway.key), { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    const refused = await gateway.get(path, withKey(gateway.key), { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await problemFrom(refused)).code).toBe('method_not_allowed');
  });

  it('are not revealed without a key', async () => {
    expect((await gateway.get('/signals', {}, { method: 'POST' })).status).toBe(401);
  });

  it.each([
    '/api/v1/openapi.json',
    '/api/cli/v1/openapi.json',
    '/api/cli/v1/metadata',
    '/healthz',
    '/readyz',
  ])('%s requires no key', async (path) => {
    expect((await ask(path)).status).toBe(200);
    expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
    expect((await ask(path, { method: 'POST' })).status).toBe(405);
  });
});

describe('bodies', () => {
  it('are an issue in a GET', async () => {
    const { status, errors } = await new Promise<{ status: number; errors: unknown }>((resolve, reject) => {
      void import('node:http').then(({ request }) => {
        const sent = request(
          `${gateway.url}/api/v1/signals?limit=0`,
          { headers: withKey(gateway.key, { 'content-length': '4' }) },
          (response) => {
            let text = '';
            response.on('data', (chunk: Buffer) => (text += chunk.toString()));
            response.on('end', () =>
              resolve({ status: response.statusCode!, ...(JSON.parse(text) as { errors: unknown }) }),
            );
          },
        );
        sent.on('error', reject);
        sent.end('body');
      });
    });
    expect(status).toBe(400);
    expect(errors).toEqual([
      { parameter: 'body', message: expect.any(String) },
      { parameter: 'limit', message: expect.any(String) },
    ]);
  });

  it('of other methods are discarded before the 405', async () => {
    const body = 'x'.repeat(1_000_000);
    for (let count = 0; count < 5; count++) {
      expect((await gateway.get('/signals', withKey(gateway.key), { method: 'POST', body })).status).toBe(
        405,
      );
    }
  });
});

describe('every answer', () => {
  it.each(['/api/v1/signals', '/api/v1/nothing', '/nothing', '/docs', '/healthz', '/'])(
    '%s carries a request id',
    async (path) => {
      const made = (await ask(path)).headers.get('x-request-id')!;
      expect(made).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
      expect((await ask(path)).headers.get('x-request-id')).not.toBe(made);
      const own = await ask(path, { headers: { 'x-request-id': 'my-own_request-42' } });
      expect(own.headers.get('x-request-id')).toBe('my-own_request-42');
      for (const bad of ['short', 'has space in it', 'x'.repeat(65)]) {
        expect((await ask(path, { headers: { 'x-request-id': bad } })).headers.get('x-request-id')).not.toBe(
          bad,
        );
      }
      expect(own.headers.get('x-content-type-options')).toBe('nosniff');
      expect(own.headers.has('x-powered-by')).toBe(false);
    },
  );

  it('with data or an error is not stored by caches', async () => {
    for (const path of ['/signals?limit=1', '/usage', '/signals?limit=0', '/nothing']) {
      expect((await gateway.get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});
