import { freePort, waitFor } from '@heliograph/testing';
import { connect } from 'node:net';
import { Client } from 'pg';
import { companies, signals } from './support/corpus';
import { TestDashboard } from './support/dashboard';
import { problemFrom, SESSION_COOKIE, type Person } from './support/person';

const SLOTS = { account: 12, process: 1_000 };
/** A quarter of the slots would be fewer than a browser needs. */
const USER_SLOTS = 6;
const LIMITS = { requests: 1_000, searches: 15 };

let dashboard: TestDashboard;
let searchMetrics: number;
/** In the middle of a minute; the test advances it. */
let now = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;
beforeAll(async () => {
  searchMetrics = await freePort();
  dashboard = await TestDashboard.start({
    processes: true,
    with: ['search', 'company'],
    search: { METRICS_PORT: String(searchMetrics) },
    config: { slots: SLOTS, sessionLimits: LIMITS },
    overrides: { clock: () => now },
  });
  await dashboard.importCorpus(companies, signals);
});
afterAll(() => dashboard.stop());

/** Number of calls to the search service. */
async function searches(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${searchMetrics}/metrics`)).text();
  return [
    ...text.matchAll(/^heliograph_rpc_server_duration_seconds_count\{[^}]*"SearchService\/[^}]*\} (\d+)$/gm),
  ].reduce((sum, [, count]) => sum + Number(count), 0);
}

const metricOf = async (series: string) =>
  Number(
    (await dashboard.metrics())
      .split('\n')
      .find((line) => line.startsWith(`heliograph_dashboard_${series}`))
      ?.split(' ')
      .at(-1),
  );

const search = (person: Person, query: string) => person.get(`/activities?${query}`);

it('checks the monthly limit first: a refused search does not run', async () => {
  const person = await dashboard.signIn();
  for (let count = 0; count < 10; count += 1)
    expect((await search(person, `q=series+${count}`)).status).toBe(200);
  const before = await searches();
  expect(before).toBeGreaterThanOrEqual(10);
  for (const query of ['q=series', 'q=acme&countOnly=true', 'semantic=robots+that+raise']) {
    expect((await problemFrom(await search(person, query))).code).toBe('insufficient_records');
  }
  expect(await searches()).toBe(before);
  expect(await metricOf('searches_total{kind="refused"')).toBe(3);
});

it("limits an account's searches per minute, including failed ones and company pages", async () => {
  const person = await dashboard.signIn();
  const paths = [
    '/activities?category=funding',
    '/activities?limit=0',
    '/activities/companies/acme-robotics',
  ];
  for (let count = 0; count < LIMITS.searches; count += 1) {
    expect((await person.get(paths[count % paths.length]!)).status).not.toBe(429);
  }
  for (const path of paths) {
    const refused = await person.get(path);
    expect(refused.headers.get('retry-after')).toBe('30');
    const problem = await problemFrom(refused);
    expect(problem.code).toBe('rate_limited');
    expect(problem.detail).toContain('15 searches');
  }
  // Browsing and other accounts are unaffected.
  expect((await person.get('/session')).status).toBe(200);
  expect((await search(await dashboard.signIn(), 'category=funding')).status).toBe(200);
  expect(await metricOf('rate_limited_total{operation="listActivities",limit="searches"')).toBe(2);
  now += 30_000;
  expect((await search(person, 'category=funding')).status).toBe(200);
});

it("limits a user's requests in flight of any kind, without affecting others", async () => {
  now += 60_000;
  const [greedy, other] = [await dashboard.signIn(), await dashboard.signIn()];
  // While this lock is held, no company page can finish.
  const holder = new Client({ connectionString: dashboard.database.connectionString('catalog') });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE catalog.signal IN ACCESS EXCLUSIVE MODE');
  const look = () => greedy.get('/activities/companies/acme-robotics');
  const responses = Array.from({ length: USER_SLOTS }, look);
  const busiest = () => metricOf('requests_in_flight_of_busiest_account');
  await waitFor(async () => (await busiest()) === USER_SLOTS);
  for (const path of ['/activities', '/activities/companies/acme-robotics', '/overview', '/session']) {
    const refused = await greedy.get(path);
    expect(refused.headers.get('retry-after')).toBe('1');
    const problem = await problemFrom(refused);
    expect(problem.code).toBe('rate_limited');
    expect(problem.detail).toContain('6 requests of this user in flight');
  }
  expect((await other.get('/session')).status).toBe(200);
  await holder.query('ROLLBACK');
  await holder.end();
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
  await waitFor(async () => (await busiest()) === 0);
  expect((await search(greedy, 'category=funding')).status).toBe(200);
  expect(await metricOf('rate_limited_total{operation="getOverview",limit="in_flight"')).toBe(1);
});

it("keeps bodies that do not arrive out of the slots of the user's other requests", async () => {
  now += 60_000;
  const [slow, other] = [await dashboard.signIn(), await dashboard.signIn()];
  const { hostname, port, host } = new URL(dashboard.url);
  const refused: string[] = [];
  const sockets = Array.from({ length: USER_SLOTS + 1 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('data', (data) => refused.push(data.toString()));
    const headers = [
      `Host: ${host}`,
      `Cookie: ${SESSION_COOKIE}=${slow.secret}`,
      `X-CSRF-Token: ${slow.csrfToken}`,
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    socket.write(`POST /api/app/v1/keys HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`);
    return socket;
  });
  // One is more than a user's bodies; the others are being read by then.
  await waitFor(() => refused.length > 0);
  expect(refused[0]).toContain('429');
  expect((await slow.get('/keys')).status).toBe(200);
  expect((await slow.send('POST', '/keys', { name: 'key', scopes: ['signals:read'] })).status).toBe(429);
  expect((await other.send('POST', '/keys', { name: 'key', scopes: ['signals:read'] })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  const create = () => slow.send('POST', '/keys', { name: 'key', scopes: ['signals:read'] });
  await waitFor(async () => (await create()).status === 200);
});
