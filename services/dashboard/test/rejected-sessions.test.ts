import { freePort, startBeforeAll } from '@heliograph/testing';
import { randomBytes } from 'node:crypto';
import { csrfTokenOf } from '../src/domain/csrf';
import { TestDashboard } from './support/dashboard';
import { problemFrom, SESSION_COOKIE } from './support/person';

const LIMIT = 3;

const minute = Math.floor(Date.now() / 60_000) * 60_000;
/** In the middle of a minute; the test advances it. */
let now = minute + 18_000;
let identityMetrics: number;
const dashboard = startBeforeAll(async () => {
  identityMetrics = await freePort();
  return TestDashboard.start({
    identity: { METRICS_PORT: String(identityMetrics) },
    config: { rejectedCredentialsPerMinute: LIMIT, trustedProxies: 1 },
    overrides: { clock: () => now },
  });
});
let tests = 0;
beforeEach(() => (now = minute + (tests += 2) * 60_000 + 18_000));

/** How often identity was asked. */
async function callsOf(method: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${identityMetrics}/metrics`)).text();
  const counts = text.matchAll(/^heliograph_rpc_server_duration_seconds_count\{([^}]*)\} (\d+)$/gm);
  return [...counts]
    .filter(([, labels]) => labels!.includes(`SignInService/${method}"`))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

const ADDRESS = '192.0.2.7';
const invented = () => randomBytes(32).toString('base64url');

const look = (secret: string | undefined, address = ADDRESS) =>
  fetch(`${dashboard.url}/api/app/v1/session`, {
    headers: {
      'x-forwarded-for': address,
      ...(secret !== undefined && { cookie: `${SESSION_COOKIE}=${secret}` }),
    },
  });
const signOut = (secret: string) =>
  fetch(`${dashboard.url}/auth/sign-out`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': ADDRESS,
      cookie: `${SESSION_COOKIE}=${secret}`,
      'x-csrf-token': csrfTokenOf(secret),
    },
  });

it('block their address for the rest of the minute, except for sessions that were valid', async () => {
  const person = await dashboard.signIn();
  for (let count = 0; count < LIMIT; count += 1) expect((await look(invented())).status).toBe(401);
  const asked = await callsOf('AuthenticateSession');
  const blocked = await look(invented());
  expect(blocked.headers.get('retry-after')).toBe('42');
  expect(await problemFrom(blocked)).toMatchObject({
    code: 'rate_limited',
    detail: expect.stringContaining('This address may make 3 requests with rejected sessions per minute'),
  });
  expect((await look(undefined)).status).toBe(401);
  expect(await callsOf('AuthenticateSession')).toBe(asked);
  expect((await look(person.secret)).status).toBe(200);
  expect((await look(invented(), '192.0.2.8')).status).toBe(401);
  expect(await dashboard.metrics()).toMatch(
    /^heliograph_dashboard_rate_limited_total\{[^}]*limit="rejections"[^}]*\} 1$/m,
  );
  now += 42_000;
  expect((await look(invented())).status).toBe(401);
});

it('do not include requests without a cookie', async () => {
  for (let count = 0; count <= LIMIT; count += 1) expect((await look(undefined)).status).toBe(401);
  expect((await look((await dashboard.signIn()).secret)).status).toBe(200);
});

it('let others at their address sign in', async () => {
  for (let count = 0; count < LIMIT; count += 1) {
    expect((await look(invented(), '127.0.0.1')).status).toBe(401);
  }
  expect((await look(invented(), '127.0.0.1')).status).toBe(429);
  // Ends with a request in the new session.
  await dashboard.signIn();
});

it('also limit sign-outs sent to identity', async () => {
  const person = await dashboard.signIn();
  const asked = await callsOf('SignOut');
  for (let count = 0; count < LIMIT; count += 1) expect((await signOut(invented())).status).toBe(200);
  const blocked = await signOut(invented());
  expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '42']);
  expect(await callsOf('SignOut')).toBe(asked + LIMIT);
  expect((await signOut(person.secret!)).status).toBe(200);
  // This session has ended, and so has its exemption.
  expect((await signOut(person.secret!)).status).toBe(429);
});
