import { startBeforeAll, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { joinAs } from './support/team';

const LIMITS = { requests: 40, searches: 5 };
const SLOTS = { account: 28, process: 1_000 };
/** A member's share of the account's slots. */
const PART = 7;

/** In the middle of a minute; the test advances it. */
let now = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;
const dashboard = startBeforeAll(() =>
  TestDashboard.start({
    processes: true,
    with: ['notifier'],
    config: { slots: SLOTS, sessionLimits: LIMITS },
    overrides: { clock: () => now },
  }),
);
let owner: Person;
let viewer: Person;
let viewerId: string;
beforeAll(async () => {
  owner = await dashboard.signIn();
  viewer = await joinAs(dashboard, owner, 'viewer');
  viewerId = (await viewer.refresh()).user.id;
});
beforeEach(() => (now += 60_000));

const metricOf = async (series: string) =>
  Number(new RegExp(`^heliograph_dashboard_${series}.* (\\d+)$`, 'm').exec(await dashboard.metrics())?.[1]);

it("a member's refused searches use up none of the account's", async () => {
  for (let count = 0; count <= LIMITS.searches; count += 1) {
    expect((await problemFrom(await viewer.get('/activities'))).code).toBe('insufficient_scope');
  }
  for (let count = 0; count < LIMITS.searches; count += 1) {
    expect((await owner.get('/activities?limit=0')).status).toBe(400);
  }
  // Searches the role allows count for the account, no matter who makes them.
  const developer = await joinAs(dashboard, owner, 'developer');
  expect((await problemFrom(await developer.get('/activities?limit=0'))).detail).toContain(
    'This account may make 5 searches per minute',
  );
});

it("a member gets only a share of the account's slots, and all members together no more than the account's", async () => {
  const members = [];
  for (let count = 0; count < SLOTS.account / PART; count += 1)
    members.push(await joinAs(dashboard, owner, 'viewer'));
  const [greedy, ...others] = members;
  // While this lock is held, no list of saved searches can be read.
  const holder = new Client({ connectionString: dashboard.database.connectionString('notifier') });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE notifier.saved_search IN ACCESS EXCLUSIVE MODE');
  const statuses: number[] = [];
  const look = async (person: Person) => {
    const { status } = await person.get('/saved-searches');
    statuses.push(status);
  };
  const inFlight = () => metricOf('requests_in_flight_of_busiest_account');
  const looks = Array.from({ length: SLOTS.account }, () => look(greedy!));
  await waitFor(async () => statuses.length + (await inFlight()) === SLOTS.account);
  expect(statuses).toEqual(Array(SLOTS.account - PART).fill(429));
  expect((await problemFrom(await greedy!.get('/session'))).detail).toContain('7 requests of this user');
  expect((await owner.get('/session')).status).toBe(200);

  now += 60_000;
  for (const member of others) for (let count = 0; count < PART; count += 1) looks.push(look(member));
  await waitFor(async () => (await inFlight()) === SLOTS.account);
  expect((await problemFrom(await owner.get('/session'))).detail).toContain('28 requests in flight');
  await holder.query('ROLLBACK');
  await holder.end();
  await Promise.all(looks);
  await waitFor(async () => (await inFlight()) === 0);
});

it('a member who has used up their minute can still be removed', async () => {
  for (let count = 0; count < LIMITS.requests; count += 1) {
    expect((await viewer.get('/nothing')).status).toBe(404);
  }
  expect((await problemFrom(await viewer.get('/session'))).detail).toContain(
    'This user may make 40 requests per minute',
  );
  await owner.data('DELETE', `/members/${viewerId}`);
  expect((await viewer.refresh()).memberRole).toBe('owner');
});
