import type {
  ActivityPage,
  DeliveryList,
  SavedSearch,
  SavedSearchList,
  NewActivities,
  SavedSearchVisit,
  SearchesLeft,
  Delivery,
} from '@heliograph/dashboard-api';
import type { SignalRecord } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeServer, fakeService, startBeforeAll, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { companies, signals } from './support/corpus';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { joinAs } from './support/team';

let person: Person;
const dashboard = startBeforeAll(() =>
  TestDashboard.start({
    with: ['search', 'company', 'notifier'],
    overrides: { unseenCountsMs: 1 },
  }),
);
beforeAll(() => dashboard.importCorpus(companies, signals));
beforeEach(async () => (person = await dashboard.signIn()));

const PATH = '/saved-searches';
const WANTED = { name: 'Series', query: { q: 'series', country: 'Germany' } };
const save = (body: object = WANTED) => person.data<SavedSearch>('POST', PATH, body);
const list = () => person.data<SavedSearchList>('GET', PATH);
const used = async () => (await person.data<SearchesLeft>('GET', '/activities/searches')).web!.used;

/** Waits until the first search in the list has this many new activities: search indexes with a delay. */
const unseen = (count: number) =>
  waitFor(async () => {
    const [first] = (await list()).items;
    return first?.unseen?.count === count && !first.unseen.more;
  });

/** Publishes signals that match the saved searches here. */
let lastId = 5_000;
async function publish(count: number, title = 'Acme raises series Z'): Promise<string[]> {
  const published = Array.from({ length: count }, () => ({
    ...signals[0]!,
    id: String((lastId += 1)),
    title,
    publishedAt: new Date().toISOString(),
  })) as SignalRecord[];
  await dashboard.importCorpus(companies, published);
  return published.map(({ id }) => id);
}

/** As if half an hour had passed. */
async function endVisit({ id }: SavedSearch): Promise<void> {
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  await client.query(
    "UPDATE identity.user_saved_search_visit SET visited_at = now() - interval '1 hour' WHERE saved_search_id = $1",
    [id],
  );
  await client.end();
}

it('are created, read, listed, changed, and deleted', async () => {
  const made = await save({ ...WANTED, maxRecordsPerDay: 5 });
  expect(made).toMatchObject({ ...WANTED, maxRecordsPerDay: 5, state: 'active' });
  expect(await person.data('GET', `${PATH}/${made.id}`)).toEqual(made);
  expect(await list()).toEqual({
    items: [{ ...made, lastVisitAt: null, unseen: { count: 0, more: false } }],
    maximum: 50,
  });
  const changed = await person.data<SavedSearch>('PATCH', `${PATH}/${made.id}`, {
    name: 'Other',
    maxRecordsPerDay: null,
  });
  expect(changed).toEqual({ ...made, name: 'Other', maxRecordsPerDay: undefined });
  expect((await person.send('DELETE', `${PATH}/${made.id}`)).status).toBe(204);
  expect((await list()).items).toEqual([]);
});

it("are refused with all issues at once, under the data API's names", async () => {
  const response = await person.send('POST', PATH, {
    query: { days: '8', semantic: 'robots', category: 'none' },
    webhook: { url: 1 },
    extra: true,
  });
  const { errors } = await problemFrom(response);
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual(
    ['category', 'days', 'extra', 'name', 'semantic', 'webhook.url'].sort(),
  );
  const nested = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
  const deep = await fetch(`${dashboard.url}/api/app/v1${PATH}`, {
    method: 'POST',
    headers: {
      cookie: `__Host-heliograph_session=${person.secret}`,
      'x-csrf-token': person.csrfToken,
      origin: dashboard.url,
      'content-type': 'application/json',
    },
    body: `{"query":{"q":${nested}}}`,
  });
  expect((await problemFrom(deep)).status).toBe(400);
});

it('are limited to fifty', async () => {
  for (let count = 0; count < 50; count += 1) await save();
  const { code, detail } = await problemFrom(await person.send('POST', PATH, WANTED));
  expect([code, detail]).toEqual(['invalid_parameter', expect.stringContaining('50')]);
  expect((await list()).items).toHaveLength(50);
});

it('of another account do not exist', async () => {
  const { id } = await save({ ...WANTED, webhook: { url: 'http://127.0.0.1:9/' } });
  const other = await dashboard.signIn();
  const paths = [
    ['GET', ''],
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', ''],
    ['POST', '/visits'],
    ['GET', `/new-activities?since=${new Date(Date.now() - 1_000).toISOString()}`],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['POST', '/replay', { since: new Date(Date.now() - 1_000).toISOString() }],
    ['POST', `/deliveries/${id}/replay`],
  ] as const;
  for (const [method, path, body] of paths) {
    const { code } = await problemFrom(await other.send(method, `${PATH}/${id}${path}`, body));
    expect([method, path, code]).toEqual([method, path, 'not_found']);
  }
  expect((await problemFrom(await other.get(`${PATH}/nonsense`))).code).toBe('not_found');
  expect((await list()).items).toHaveLength(1);
});

describe('what is new', () => {
  const visit = ({ id }: SavedSearch) =>
    person.data<SavedSearchVisit>('POST', `${PATH}/${id}/visits`).then(({ since }) => since);
  const newActivities = ({ id }: SavedSearch, query: Record<string, string>) =>
    person.data<NewActivities>(
      'GET',
      `${PATH}/${id}/new-activities?${new URLSearchParams(query).toString()}`,
    );

  it('is what was published since it was saved, later since the previous visit', async () => {
    const saved = await save();
    const first = await publish(3);
    await publish(2, 'Acme hires');
    await unseen(3);
    const since = await visit(saved);
    expect(since).toBe(saved.createdAt);
    expect((await newActivities(saved, { since })).items.map(({ id }) => id).sort()).toEqual(first);
    expect((await list()).items[0]).toMatchObject({ unseen: { count: 0, more: false } });
    // Opening it again is the same visit.
    expect(await visit(saved)).toBe(since);
    await endVisit(saved);
    expect(Date.parse(await visit(saved))).toBeGreaterThan(Date.now() - 3_700_000);
  });

  it('is new to each member of the account until that member looks', async () => {
    const saved = await save();
    const owner = person;
    await publish(2);
    await unseen(2);
    await visit(saved);
    person = await joinAs(dashboard, owner, 'developer');
    expect((await list()).items[0]).toMatchObject({ lastVisitAt: null, unseen: { count: 2, more: false } });
    expect(await visit(saved)).toBe(saved.createdAt);
    expect((await list()).items[0]).toMatchObject({ unseen: { count: 0, more: false } });
    await endVisit(saved);
    await visit(saved);
    person = owner;
    const { lastVisitAt } = (await list()).items[0]!;
    expect(Date.parse(lastVisitAt!)).toBeLessThan(Date.now() - 3_000_000);
  });

  it('counts as a search for its words, once a month, and is free without words', async () => {
    const browsing = await save({ name: 'Funding', query: { category: 'funding' } });
    const searching = await save();
    await publish(1);
    await list();
    for (const saved of [browsing, browsing]) await newActivities(saved, { since: saved.createdAt });
    expect(await used()).toBe(0);
    for (let count = 0; count < 3; count += 1) await newActivities(searching, { since: searching.createdAt });
    await person.data<ActivityPage>('GET', '/activities?q=series');
    expect(await used()).toBe(1);
  });

  it('comes in pages, whose cursors belong to the account and the query', async () => {
    const saved = await save();
    const ids = await publish(60);
    await unseen(60);
    const first = await newActivities(saved, { since: saved.createdAt });
    const second = await newActivities(saved, { cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(ids);
    expect([first.items.length, second.nextCursor, await used()]).toEqual([50, null, 1]);
    await person.data('PATCH', `${PATH}/${saved.id}`, { query: { q: 'acme' } });
    const path = `${PATH}/${saved.id}/new-activities?cursor=${first.nextCursor}`;
    expect((await problemFrom(await person.get(path))).code).toBe('cursor_mismatch');
  });

  it('is refused beyond the monthly searches, like a search', async () => {
    for (let count = 1; count <= 10; count += 1) await person.get(`/activities?q=acme${count}&limit=1`);
    const saved = await save();
    await publish(1);
    const { status, code } = await problemFrom(
      await person.get(`${PATH}/${saved.id}/new-activities?since=${saved.createdAt}`),
    );
    expect([status, code]).toEqual([402, 'insufficient_records']);
    // Activities that could not be shown stay new.
    expect((await person.send('POST', `${PATH}/${saved.id}/visits`)).status).toBe(402);
    await unseen(1);
    expect((await list()).items[0]).toMatchObject({ lastVisitAt: null });
  });

  it('requires a time or a cursor', async () => {
    const saved = await save();
    for (const query of ['', '?since=yesterday', '?cursor=nonsense', '?limit=3']) {
      expect((await person.get(`${PATH}/${saved.id}/new-activities${query}`)).status).toBe(400);
    }
  });

  it('is unavailable while search is down, but the list is not', async () => {
    await save();
    await dashboard.stopService('search');
    expect((await list()).items).toMatchObject([{ name: 'Series', unseen: null }]);
    await dashboard.restart('search');
  });

  it('is left out of the list when search refuses to count it', async () => {
    await save();
    await dashboard.stopService('search');
    let asked = 0;
    const refusing = fakeServer('search', dashboard.addresses.search);
    fakeService(refusing, search.SearchServiceService, 'dashboard', {
      changes: () => {
        asked += 1;
        throw new ServiceError('rate_limited', 'Too much at once.');
      },
    });
    await refusing.start();
    await waitFor(async () => {
      expect((await list()).items).toMatchObject([{ name: 'Series', unseen: null }]);
      return asked > 0;
    });
    await refusing.close(0);
    await dashboard.restart('search');
  });
});

describe('webhooks', () => {
  let receiver: Server;
  let url: string;
  let status: number;
  beforeEach(async () => {
    status = 204;
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterEach(() => new Promise((resolve) => receiver.close(resolve)));

  it('show their secret only when created or rotated', async () => {
    const { id, webhook } = await save({ ...WANTED, webhook: { url } });
    expect(webhook?.secret).toMatch(/^whsec_/);
    const rotated = await person.data<SavedSearch>('POST', `${PATH}/${id}/rotate-secret`);
    expect(rotated.webhook?.secret).not.toBe(webhook?.secret);
    expect(rotated.webhook?.previousSecretUntil).toBeDefined();
    for (const shown of [
      await person.data<SavedSearch>('GET', `${PATH}/${id}`),
      (await list()).items[0]!,
      await person.data<SavedSearch>('PATCH', `${PATH}/${id}`, { name: 'Other' }),
    ])
      expect(shown.webhook).toEqual({ url, previousSecretUntil: expect.any(String) as string });
    const without = await person.data<SavedSearch>('PATCH', `${PATH}/${id}`, { webhook: null });
    expect(without.webhook).toBeUndefined();
  });

  it('can be tested, and the response is shown', async () => {
    const { id } = await save({ ...WANTED, webhook: { url } });
    const test = () => person.data<Delivery>('POST', `${PATH}/${id}/test`);
    expect(await test()).toMatchObject({ state: 'delivered', lastAttempt: { status: 204 }, test: true });
    status = 500;
    const failed = await test();
    expect(failed).toMatchObject({ state: 'failed', lastAttempt: { status: 500 } });
    const { items } = await person.data<DeliveryList>('GET', `${PATH}/${id}/deliveries?limit=1`);
    expect(items).toEqual([failed]);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await person.data('POST', `${PATH}/${id}/replay`, { since })).toEqual({
      deliveries: expect.any(Number) as number,
    });
    const { errors } = await problemFrom(await person.send('POST', `${PATH}/${id}/replay`, { since: 'x' }));
    expect(errors).toMatchObject([{ parameter: 'since' }]);
  });
});
