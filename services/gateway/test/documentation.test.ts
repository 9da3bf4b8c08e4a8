import { startBeforeAll } from '@heliograph/testing';
import { startGateway, startGatewayOver, withKey } from './support/gateway';

const DASHBOARD = 'https://app.example.com';

const gateway = startBeforeAll(startGateway);

it.each([
  ['/', '/docs/api-reference'],
  ['/docs', '/docs/api-reference'],
  ['/docs/', '/docs/api-reference'],
  ['/docs/cli', '/docs/command-line-api'],
  ['/docs/errors', '/docs/errors'],
  ['/docs//evil.example', '/docs//evil.example'],
])('links from %s to the documentation on the dashboard', async (path, page) => {
  const response = await fetch(gateway.url + path, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, DASHBOARD + page]);
});

describe('requests from the documentation', () => {
  const preflight = (origin: string, path = '/api/v1/filter-options', { url } = gateway) =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });

  it('are allowed before they carry a key', async () => {
    const { status, headers } = await preflight(DASHBOARD);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(DASHBOARD);
    expect(headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    ['an answer', true, 200],
    ['a refusal', false, 401],
  ])('can read %s', async (_name, hasKey, status) => {
    const headers = { origin: DASHBOARD, ...(hasKey && withKey(gateway.key)) };
    const response = await fetch(`${gateway.url}/api/v1/filter-options`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(DASHBOARD);
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it('are allowed from each name of this machine, if the dashboard is there', async () => {
    const local = await startGatewayOver(gateway.backend, { dashboardUrl: 'http://127.0.0.1:8081' });
    try {
      for (const [origin, isAllowed] of [
        ['http://localhost:8081', true],
        ['http://[::1]:8081', true],
        ['http://localhost:8082', false],
        ['https://localhost:8081', false],
        ['http://localhost.evil.example:8081', false],
        ['null', false],
      ] as const) {
        const { headers } = await preflight(origin, undefined, local);
        expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
      }
      expect((await preflight('http://localhost:8081')).status).toBe(401);
    } finally {
      await local.stop();
    }
  });

  it('are not allowed from another origin or at another interface', async () => {
    for (const response of [
      await preflight('https://evil.example'),
      await preflight(`${DASHBOARD}.evil.example`),
      await preflight('null'),
      await preflight(DASHBOARD, '/api/cli/v1/filter-options'),
      await preflight(DASHBOARD, '/api/cli/v1/token'),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
