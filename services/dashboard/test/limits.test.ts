import { describeWith, startTestRedis } from '@heliograph/testing';
import { createLogger } from '@heliograph/runtime';
import { createDashboardService } from '../src/service';
import { configOf, TestDashboard } from './support/dashboard';
import { problemFrom, SESSION_COOKIE } from './support/person';

const silent = createLogger({ service: 'dashboard', level: 'silent' });

describe('in one process', () => {
  let dashboard: TestDashboard;
  /** In the middle of a minute; the test advances it. */
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  let now = minute + 30_000;
  beforeAll(async () => {
    dashboard = await TestDashboard.start({
      config: { sessionLimits: { requests: 20, searches: 6 }, signInRequestsPerMinute: 12 },
      overrides: { clock: () => now },
    });
  });
  afterAll(() => dashboard.stop());
  let tests = 0;
  beforeEach(() => (now = minute + (tests += 10) * 60_000 + 30_000));

  it("limits a user's requests per minute of any kind, without affecting others", async () => {
    const [busy, other] = [await dashboard.signIn(), await dashboard.signIn()];
    now += 60_000;
    const responses = await Promise.all(Array.from({ length: 25 }, () => busy.get('/keys?nonsense=1')));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
    const refused = await busy.get('/session');
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await problemFrom(refused)).code).toBe('rate_limited');
    expect((await other.get('/session')).status).toBe(200);
    now += 30_000;
    expect((await busy.get('/session')).status).toBe(200);
  });

  it("limits an address's sign-ins per minute, and then shows a page", async () => {
    const visit = () => fetch(`${dashboard.url}/auth/sign-in`, { redirect: 'manual' });
    const responses = await Promise.all(Array.from({ length: 12 }, visit));
    expect(responses.every(({ status }) => status === 302)).toBe(true);
    const refused = await visit();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await refused.text()).toContain('Too many sign-ins');
    const onTheWay = await fetch(`${dashboard.url}/auth/sign-in?return_to=/keys`, { redirect: 'manual' });
    expect(await onTheWay.text()).toContain('href="/sign-in?return_to=%2Fkeys"');
    expect((await fetch(`${dashboard.url}/auth/callback?code=x`, { redirect: 'manual' })).status).toBe(429);
    now += 60_000;
    expect((await visit()).status).toBe(302);
  });

  it.each(['/auth/sign-in', '/auth/callback?code=x'])(
    'does not count %s as an image or a frame, which any site can show',
    async (path) => {
      const visit = (headers: Record<string, string>) =>
        fetch(dashboard.url + path, { redirect: 'manual', headers });
      for (const destination of ['image', 'iframe', 'empty']) {
        const shown = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination };
        const responses = await Promise.all(Array.from({ length: 12 }, () => visit(shown)));
        expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(403));
        expect(responses.every(({ headers }) => headers.getSetCookie().length === 0)).toBe(true);
      }
      const opened = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
      expect((await visit(opened)).status).toBe(302);
      expect((await visit({})).status).toBe(302);
    },
  );
});

describeWith('redis', 'in several processes', () => {
  it("limits a user's requests per minute across all processes", async () => {
    const redis = await startTestRedis();
    const limits = { redisUrl: redis!.url, sessionLimits: { requests: 20, searches: 20 } };
    const dashboard = await TestDashboard.start({ config: limits });
    const second = await createDashboardService(
      configOf(dashboard.addresses, 0, { ...limits, publicUrl: undefined, developmentIssuer: undefined }),
      { logger: silent },
    );
    await second.start();
    const person = await dashboard.signIn();
    const statuses: number[] = [];
    // Across a minute boundary, at most two windows are used up.
    for (let count = 0; count < 45; count += 1) {
      const url = count % 2 === 0 ? dashboard.url : second.url;
      const response = await fetch(`${url}/api/app/v1/session`, {
        headers: { cookie: `${SESSION_COOKIE}=${person.secret}` },
      });
      statuses.push(response.status);
    }
    expect(statuses).toContain(429);
    await second.destroy();
    await dashboard.stop();
    await redis!.stop();
  });
});
