import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { configOf, TestDashboard } from './support/dashboard';
import { createDashboardService } from '../src/service';
import { createLogger } from '@heliograph/runtime';
import { freeAddress, startBeforeAll } from '@heliograph/testing';

const dashboard = startBeforeAll(() => TestDashboard.start());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(dashboard.url + path, { redirect: 'manual', headers });

describe('every response', () => {
  it.each([
    '/',
    '/keys',
    '/playground?call=usage',
    '/assets/index-4f2a.js',
    '/assets/none.js',
    '/docs/quick-start',
    '/llms.txt',
    '/api/app/v1/session',
    '/api/app/v1/none',
    '/auth/sign-in',
    '/auth/callback',
    '/development-checkout/none',
    '/development-issuer/.well-known/openid-configuration',
    '/status',
    '/status.json',
    '/healthz',
    '/readyz',
    '/nothing/here',
  ])('from %s runs no foreign scripts and allows no framing', async (path) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    // The API reference and the playground send requests to the API.
    const asksApi = /^\/(?:$|keys|playground|docs\/|llms)/.test(path);
    expect(policy.includes("connect-src 'self' http://api.example:8080;")).toBe(asksApi);
    expect(policy.replace('http://api.example:8080', '')).not.toMatch(
      /unsafe|\*|https?:\/\/(?!127\.0\.0\.1)/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toMatch(/^(?:same-origin|no-referrer)$/);
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
    expect(headers.get('x-powered-by')).toBeNull();
    // Over http, the header would be meaningless.
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('requires https if the dashboard uses it', async () => {
    const addresses = Object.fromEntries(
      ['identity', 'ledger', 'metering', 'search', 'company', 'notifier'].map((name) => [
        name,
        freeAddress(),
      ]),
    ) as Parameters<typeof configOf>[0];
    const config = configOf(addresses, 0, {
      publicUrl: 'https://dashboard.example',
      developmentIssuer: undefined,
    });
    const service = await createDashboardService(config, {
      logger: createLogger({ service: 'dashboard', level: 'silent' }),
    });
    await service.start();
    const { headers } = await fetch(`http://127.0.0.1:${service.port}/keys`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    await service.destroy();
  });
});

describe('the web app', () => {
  it.each([
    '/',
    '/overview',
    '/keys',
    '/playground?call=search&q=a',
    '/companies/acme.com',
    '/cli/authorize?x=1',
    '/operator/accounts/1',
    '/keys/',
  ])('is at %s, and revalidated each time', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await response.text()).toContain('<title>Heliograph</title>');
    const again = await get(path, { 'if-none-match': response.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('tells the browser what the page fetches first', async () => {
    const session = '</api/app/v1/session>; rel=preload; as=fetch; crossorigin';
    const linksOf = async (path: string) => (await get(path)).headers.get('link');
    expect(await linksOf('/sign-in')).toBe(session);
    expect((await linksOf('/keys/'))!.split(', ')).toEqual([
      '</theme.js>; rel=preload; as=script',
      '</assets/keys-1b7c.js>; rel=modulepreload',
      '</assets/keys-9d2e.css>; rel=preload; as=style; crossorigin',
      session,
      '</api/app/v1/keys>; rel=preload; as=fetch; crossorigin',
      '</api/app/v1/overview>; rel=preload; as=fetch; crossorigin',
    ]);
    expect(await linksOf('/keys?create')).not.toContain('/api/app/v1/keys');
    const company = await linksOf('/companies/acme.com');
    expect(company).toContain('</assets/company-5a3d.js>; rel=modulepreload');
    expect(company).toContain(
      '</api/app/v1/activities?companySlug=acme.com&limit=25>; rel=preload; as=fetch',
    );
    expect(await linksOf('/companies/a%22b')).toBe(
      `</assets/company-5a3d.js>; rel=modulepreload, ${session}`,
    );
    expect((await get('/keys/none', { accept: 'text/html' })).headers.get('link')).toBeNull();
  });

  it('shows people a page for unknown paths and answers 404 for unknown files', async () => {
    const page = await get('/nothing/here', { accept: 'text/html,*/*' });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('<title>Heliograph')]);
    for (const path of [
      '/nothing/here',
      '/keys/none',
      '/companies',
      '/assets/none.js',
      '/favicon.ico',
      '/index.html/x',
      '/.env',
    ]) {
      const file = await get(path);
      expect([file.status, file.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }
    const asset = await get('/assets/none.js', { accept: 'text/html,*/*' });
    expect(asset.headers.get('content-type')).toBe('application/problem+json');
  });

  it('has immutable files, compressed in an encoding the browser accepts', async () => {
    const fetchAs = (encoding: string) =>
      new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
        request(
          `${dashboard.url}/assets/index-4f2a.js`,
          { headers: { 'accept-encoding': encoding } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
          },
        )
          .on('error', reject)
          .end();
      });
    const plain = await fetchAs('identity');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const [brotli, gzip] = [await fetchAs('gzip, br;q=0.5'), await fetchAs('gzip;q=1, br;q=0')];
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('serves only built files', async () => {
    expect((await get('/assets/index-4f2a.js.map')).status).toBe(404);
    for (const path of [
      '/../package.json',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/docs/..%2fdashboard.ts',
    ]) {
      const status = await new Promise((resolve, reject) => {
        const { port } = new URL(dashboard.url);
        request({ port, path }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('accepts only read methods', async () => {
    const response = await fetch(`${dashboard.url}/keys`, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the documentation', () => {
  it.each([
    ['/docs', 'Documentation'],
    ['/docs/quick-start', 'Quick start'],
    ['/llms.txt', '# Heliograph'],
  ])('is at %s without sign-in', async (path, content) => {
    const response = await get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await response.text()).toContain(content);
  });

  it.each([
    ['assets/app.BvO2_x-4.js', 'public, max-age=3600'],
    ['assets/code.css', 'no-cache'],
  ])('has %s cached with %s', async (file, cached) => {
    expect((await get(`/docs/${file}`)).headers.get('cache-control')).toBe(cached);
  });

  it('has a single address for each page', async () => {
    for (const [path, location] of [
      ['/docs/', '/docs'],
      ['/docs/quick-start/', '/docs/quick-start'],
    ] as const) {
      expect((await get(path)).headers.get('location')).toBe(dashboard.url + location);
    }
    expect((await get('/docs/none')).status).toBe(404);
    for (const path of ['/docs/none', '/docs/a/b', '/docs/not-found']) {
      const page = await get(path, { accept: 'text/html,*/*;q=0.8' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('<h1>Page not found</h1>');
      expect((await get(path)).headers.get('content-type')).toBe('application/problem+json');
    }
    expect((await get('/docs//evil.example/')).status).toBe(404);
  });
});

it('API responses are not cached', async () => {
  const person = await dashboard.signIn();
  for (const path of ['/session', '/overview', '/keys', '/billing', '/sessions', '/audit', '/none']) {
    expect((await person.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});
