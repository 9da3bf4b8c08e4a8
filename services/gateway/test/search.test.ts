import { ServiceError } from '@heliograph/runtime';
import { search } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { itemsOf } from './support/backend-responses';
import { problemFrom, startGateway, withKey } from './support/gateway';

interface Page {
  data: { items: { id: string; title: string }[]; nextCursor: string | null };
}

const gateway = startBeforeAll(startGateway);
beforeEach(() => {
  gateway.backend.search = async (request) => itemsOf(request);
  gateway.backend.searches.length = 0;
});

const lastSearch = () => gateway.backend.searches.at(-1)!;
const pageOf = async (path: string) => (await (await gateway.get(path)).json()) as Page;

it("copies the search service's items into the envelope byte for byte", async () => {
  const itemsJson = Buffer.from('[{"id":"1","title":"“東京” \\u00e9 é"}]');
  gateway.backend.search = async () => ({ itemsJson, itemCount: 1, next: undefined });
  const response = await gateway.get('/signals?q=robots');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.text()).toBe(`{"data":{"items":${itemsJson.toString()},"nextCursor":null}}`);
});

it('passes on the filters, with 50 items by default', async () => {
  await gateway.get('/signals?q=%22series+b%22&country=United%20States&days=30');
  expect(lastSearch()).toMatchObject({
    filters: { q: '"series b"', country: 'United States', days: 30 },
    limit: 50,
    page: 1,
    after: undefined,
  });
});

it('pages by cursor, bound to the filters but not to the limit', async () => {
  const first = await pageOf('/signals?q=robots&limit=3');
  const cursor = first.data.nextCursor!;
  const second = await gateway.get(`/signals?limit=2&cursor=${cursor}&q=robots`);
  expect(second.status).toBe(200);
  expect(lastSearch()).toMatchObject({ after: { activityDate: '2026-11-18', id: '998' }, limit: 2 });
  const other = await problemFrom(await gateway.get(`/signals?q=drones&cursor=${cursor}`));
  expect(other.code).toBe('cursor_mismatch');
  const changed = await problemFrom(await gateway.get(`/signals?q=robots&cursor=${cursor.slice(0, -1)}!`));
  expect(changed.code).toBe('cursor_invalid');
});

it('accepts a cursor only from its recipient: not at the other interface, not from another account', async () => {
  const { data } = await pageOf('/signals?q=robots&limit=3');
  const path = `/signals?q=robots&limit=3&cursor=${data.nextCursor}`;
  const ofTheAccount = gateway.backend.addKey({ accountId: 'account-shared' });
  const own = gateway.backend.addKey({ accountId: 'account-shared' });
  const given = (await (await gateway.get('/signals?q=a&limit=1', withKey(ofTheAccount))).json()) as Page;
  const next = `/signals?q=a&limit=1&cursor=${given.data.nextCursor}`;
  expect((await gateway.get(next, withKey(own))).status).toBe(200);
  const token = gateway.backend.addToken({ accountId: 'account-shared' });
  for (const response of [gateway.get(path, withKey(own)), gateway.cli(next, withKey(token))]) {
    expect(await problemFrom(await response)).toMatchObject({ status: 400, code: 'cursor_invalid' });
  }
});

it('passes on the selected fields, which a cursor is not bound to', async () => {
  const first = await pageOf('/signals?q=robots&limit=3&fields=title,company,title&matched=true');
  expect(lastSearch()).toMatchObject({ fields: ['company', 'title'], matched: true });
  await gateway.get(`/signals?q=robots&limit=3&fields=id&cursor=${first.data.nextCursor}`);
  expect(lastSearch()).toMatchObject({ fields: ['id'], matched: false, after: { id: '998' } });
  const other = await gateway.get('/signals?semantic=robots&fields=similarity,title');
  expect(other.status).toBe(200);
  expect(gateway.backend.semanticSearches.at(-1)).toMatchObject({ fields: ['similarity', 'title'] });
});

it('pages by number', async () => {
  await gateway.get('/signals?page=7&limit=5');
  expect(lastSearch()).toMatchObject({ page: 7, limit: 5 });
});

it('counts without records', async () => {
  const response = await gateway.get('/signals?countOnly=true&q=robots');
  expect(await response.text()).toBe('{"data":{"total":1284}}');
  expect(response.headers.get('x-records-consumed')).toBe('0');
  expect(gateway.backend.searches).toHaveLength(0);
  expect(gateway.backend.counts.at(-1)).toMatchObject({ filters: { q: 'robots' } });
});

it("lists all of a request's issues without making a call", async () => {
  const url = '/signals?limit=0&days=8&nope=1&size=5&size=6&category=nonsense&cursor=x&ids=01';
  const problem = await problemFrom(
    await gateway.get(url, withKey(gateway.key, { 'idempotency-key': 'short' })),
  );
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(new Set(problem.errors!.map((issue) => issue.parameter))).toEqual(
    new Set(['limit', 'days', 'nope', 'size', 'category', 'cursor', 'ids', 'Idempotency-Key']),
  );
  expect(gateway.backend.searches).toHaveLength(0);
});

it('uses the code that all issues share', async () => {
  expect((await problemFrom(await gateway.get('/signals?a=1&b=2'))).code).toBe('unknown_parameter');
  expect((await problemFrom(await gateway.get('/signals?q=1&q=2'))).code).toBe('repeated_parameter');
  expect((await problemFrom(await gateway.get('/signals?q=1&q=2&a=1'))).code).toBe('invalid_parameter');
});

it("passes on the search service's errors without their causes", async () => {
  gateway.backend.search = async () => {
    throw new ServiceError('invalid_parameter', 'q: cannot be searched', {
      issues: [{ parameter: 'q', message: 'cannot be searched' }],
    });
  };
  expect(await problemFrom(await gateway.get('/signals?q=x'))).toMatchObject({
    status: 400,
    errors: [{ parameter: 'q', message: 'cannot be searched' }],
  });
  gateway.backend.search = async () => {
    throw new Error('relation "catalog.signal" does not exist at 10.0.0.7');
  };
  const problem = await problemFrom(await gateway.get('/signals?q=x'));
  expect(problem).toMatchObject({ status: 500, code: 'internal', detail: 'An unexpected error occurred.' });
});

it('retries when the search service comes back in time', async () => {
  await gateway.backend.stopService('search');
  const waiting = gateway.get('/signals?limit=1');
  await gateway.backend.startService('search');
  expect((await waiting).status).toBe(200);
});

it('accepts the longest documented filters', async () => {
  const group = { scope: 'activity', match: 'or', terms: Array.from({ length: 30 }, () => '東'.repeat(160)) };
  const groups = encodeURIComponent(JSON.stringify({ op: 'and', groups: [group] }));
  expect((await gateway.get(`/signals?limit=1&searchGroups=${groups}`)).status).toBe(200);
  expect(lastSearch().filters!.searchGroups!.groups[0]!.terms).toHaveLength(30);
  expect(lastSearch().filters!.searchGroups!.op).toBe(search.SearchGroups_Operator.AND);
});
