import { WEBHOOK_SECRET } from '@heliograph/contract';
import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { problemFrom, withKey } from './support/gateway';
import { startSavedSearchGateway } from './support/saved-searches';

const gateway = startBeforeAll(startSavedSearchGateway);

const WEBHOOK = { url: 'http://127.0.0.1:9/hook' };
const WANTED = { name: 'Funding', query: { q: 'raises', country: 'Germany' } };

interface Shown {
  id: string;
  query: Record<string, string>;
  webhook?: { url: string; secret?: string };
}

async function dataFrom(response: Response, status = 200): Promise<Shown> {
  expect(response.status).toBe(status);
  expect(response.headers.get('x-records-consumed')).toBe('0');
  expect(response.headers.get('x-records-remaining')).toMatch(/^[1-9][0-9]*$/);
  return ((await response.json()) as { data: Shown }).data;
}

it('are created, read, listed, changed, and deleted for free', async () => {
  const headers = gateway.account();
  const charges = gateway.backend.ledger.charges.length;
  const response = await gateway.send('POST', '', headers, { ...WANTED, maxRecordsPerDay: 500 });
  const made = await dataFrom(response, 201);
  expect(response.headers.get('location')).toBe(`/api/v1/saved-searches/${made.id}`);
  expect(made).toEqual({
    id: made.id,
    ...WANTED,
    maxRecordsPerDay: 500,
    state: 'active',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
  });
  const path = `/${made.id}`;
  expect(await dataFrom(await gateway.send('GET', path, headers))).toEqual(made);
  const listed = await dataFrom(await gateway.send('GET', '', headers));
  expect(listed).toEqual({ items: [made], nextCursor: null });
  const changes = { name: 'New', query: { q: 'hires' }, maxRecordsPerDay: null };
  const changed = await dataFrom(await gateway.send('PATCH', path, headers, changes));
  expect(changed).toEqual({ ...made, name: 'New', query: { q: 'hires' }, maxRecordsPerDay: undefined });
  const deleted = await gateway.send('DELETE', path, headers);
  expect([deleted.status, await deleted.text()]).toEqual([204, '']);
  expect(await problemFrom(await gateway.send('GET', path, headers))).toMatchObject({ status: 404 });
  expect(gateway.backend.ledger.charges).toHaveLength(charges);
});

it('keep their query in URL form, whether it arrived as text or as JSON values', async () => {
  const groups = { op: 'or', groups: [{ scope: 'activity', match: 'and', terms: ['a b'] }] };
  const query = {
    days: 30,
    industries: ['Robotics', 'Energy'],
    companies: ['acme-robotics', 'b'],
    q: '',
    all: null,
  };
  const made = await dataFrom(
    await gateway.send('POST', '', gateway.account(), {
      name: 'x',
      query: { ...query, searchGroups: groups },
    }),
    201,
  );
  expect(made.query).toEqual({
    days: '30',
    industries: '["Robotics","Energy"]',
    companies: 'acme-robotics,b',
    searchGroups: expect.any(String) as string,
  });
  expect(JSON.parse(made.query.searchGroups!)).toEqual(groups);
});

it("name all of a request's issues at once, with a search's names for those in the query", async () => {
  const body = {
    name: ' ',
    query: { days: '5', category: 'no-such', semantic: 'robots', cursor: 'x', limit: 5, colour: 'red' },
    webhook: { url: 5, method: 'PUT' },
    maxRecordsPerDay: 0,
    owner: 'me',
  };
  const problem = await problemFrom(await gateway.send('POST', '', gateway.account(), body));
  expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
  const { errors } = problem as unknown as { errors: { parameter: string; message: string }[] };
  expect(errors.map(({ parameter }) => parameter).sort()).toEqual(
    [
      ...['name', 'days', 'category', 'semantic', 'cursor', 'limit', 'colour'],
      ...['webhook.url', 'webhook.method', 'maxRecordsPerDay', 'owner'],
    ].sort(),
  );
  const searched = (await (await gateway.get('/signals?days=5&category=no-such')).json()) as typeof problem;
  expect(errors).toEqual(expect.arrayContaining((searched as unknown as { errors: unknown[] }).errors));
  const required = await problemFrom(await gateway.send('POST', '', gateway.account(), {}));
  expect(required).toMatchObject({ errors: [{ parameter: 'name' }, { parameter: 'query' }] });
});

it.each(['a\u0000b', 'a\u001b[31m', '\u202egnidnuF', 'a\ud800', 'x'.repeat(101), '🚀'.repeat(101)])(
  'refuse the name %j together with the other issues',
  async (name) => {
    const body = { name, query: { q: 'raises' }, maxRecordsPerDay: 0 };
    const problem = await problemFrom(await gateway.send('POST', '', gateway.account(), body));
    expect(problem).toMatchObject({
      status: 400,
      errors: [{ parameter: 'name' }, { parameter: 'maxRecordsPerDay' }],
    });
  },
);

it.each(['ftp://example.com/', 'https://user@example.com/', 'example.com', `https://x/${'x'.repeat(2_000)}`])(
  'refuse the webhook %s together with the other issues',
  async (url) => {
    const body = { name: '', query: { q: 'raises' }, webhook: { url } };
    const problem = await problemFrom(await gateway.send('POST', '', gateway.account(), body));
    expect(problem).toMatchObject({
      status: 400,
      errors: [{ parameter: 'name' }, { parameter: 'webhook.url' }],
    });
  },
);

it("count a name's characters, not its code units", async () => {
  const name = '🚀'.repeat(100);
  expect(
    await dataFrom(await gateway.send('POST', '', gateway.account(), { ...WANTED, name }), 201),
  ).toMatchObject({ name });
});

it.each([
  ['http://example.com/', 'https'],
  ['https://user:secret@example.com/', 'password'],
  ['https://example.com:22/', 'port'],
])('refuse the webhook %s', async (url, reason) => {
  const problem = await problemFrom(
    await gateway.send('POST', '', gateway.account(), { ...WANTED, webhook: { url } }),
  );
  expect(problem).toMatchObject({ status: 400, errors: [{ parameter: 'webhook.url' }] });
  expect(JSON.stringify(problem)).toContain(reason);
});

it("show a webhook's secret only when it is created or rotated", async () => {
  const headers = gateway.account();
  const made = await dataFrom(await gateway.send('POST', '', headers, { ...WANTED, webhook: WEBHOOK }), 201);
  expect(made.webhook!.secret).toMatch(WEBHOOK_SECRET);
  const path = `/${made.id}`;
  const rotated = await dataFrom(await gateway.send('POST', `${path}/rotate-secret`, headers));
  expect(rotated.webhook!.secret).toMatch(WEBHOOK_SECRET);
  expect(rotated.webhook!.secret).not.toBe(made.webhook!.secret);
  for (const [method, at, body] of [
    ['GET', path],
    ['GET', ''],
    ['PATCH', path, { name: 'New' }],
  ] as const) {
    const text = await (await gateway.send(method, at, headers, body)).text();
    expect(text).toContain(WEBHOOK.url);
    expect(text).not.toContain('whsec_');
  }
  const removed = await dataFrom(await gateway.send('PATCH', path, headers, { webhook: null }));
  expect(removed.webhook).toBeUndefined();
  expect(await problemFrom(await gateway.send('POST', `${path}/rotate-secret`, headers))).toMatchObject({
    status: 400,
  });
  const again = await dataFrom(await gateway.send('PATCH', path, headers, { webhook: WEBHOOK }));
  expect(again.webhook!.secret).toMatch(WEBHOOK_SECRET);
});

it('rotate a secret once per Idempotency-Key', async () => {
  const account = gateway.account();
  const made = await dataFrom(await gateway.send('POST', '', account, { ...WANTED, webhook: WEBHOOK }), 201);
  const rotate = (key: string) =>
    gateway.send('POST', `/${made.id}/rotate-secret`, { ...account, 'idempotency-key': key });
  const [first, second] = [await rotate('rotation-key'), await rotate('rotation-key')];
  expect([first, second].map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect((await dataFrom(second)).webhook!.secret).toBe((await dataFrom(first)).webhook!.secret);
  await rotate('another-key');
  expect(await problemFrom(await rotate('rotation-key'))).toMatchObject({
    status: 409,
    code: 'idempotency_conflict',
  });
  expect(await problemFrom(await rotate('short'))).toMatchObject({
    status: 400,
    errors: [{ parameter: 'Idempotency-Key' }],
  });
});

it('are created once per credential and Idempotency-Key, which belongs to one request', async () => {
  const accountId = randomUUID();
  const headersOf = () => ({ ...gateway.account({ accountId }), 'idempotency-key': 'the-same-key' });
  const headers = headersOf();
  const body = { ...WANTED, webhook: WEBHOOK };
  const first = await gateway.send('POST', '', headers, body);
  const second = await gateway.send('POST', '', headers, {
    ...body,
    query: { country: 'Germany', q: 'raises' },
  });
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await dataFrom(second, 201)).toEqual(await dataFrom(first, 201));
  const other = await gateway.send('POST', '', headers, { ...body, name: 'Another' });
  expect(await problemFrom(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' });
  const ofAnotherKey = await gateway.send('POST', '', headersOf(), { ...body, name: 'Another' });
  expect(await dataFrom(ofAnotherKey, 201)).toMatchObject({ name: 'Another' });
});

it('share their Idempotency-Keys with searches: a key belongs to one request', async () => {
  const account = gateway.account();
  const search = (key: string) =>
    fetch(`${gateway.url}/api/v1/signals?q=raises`, { headers: { ...account, 'idempotency-key': key } });
  const create = (key: string, body: unknown = { ...WANTED, webhook: WEBHOOK }) =>
    gateway.send('POST', '', { ...account, 'idempotency-key': key }, body);
  const conflict = { status: 409, code: 'idempotency_conflict' };
  const { id } = await dataFrom(await create('key-of-creation'), 201);
  expect(await problemFrom(await search('key-of-creation'))).toMatchObject(conflict);
  const rotate = (key: string) =>
    gateway.send('POST', `/${id}/rotate-secret`, { ...account, 'idempotency-key': key });
  expect(await problemFrom(await rotate('key-of-creation'))).toMatchObject(conflict);
  await dataFrom(await rotate('key-of-rotation'));
  expect(await problemFrom(await search('key-of-rotation'))).toMatchObject(conflict);
  expect((await search('key-of-search')).status).toBe(200);
  expect(await problemFrom(await create('key-of-search'))).toMatchObject(conflict);
  // A failure frees its key.
  expect((await create('key-of-failure', { ...WANTED, webhook: { url: 'http://10.0.0.1/x' } })).status).toBe(
    400,
  );
  expect((await search('key-of-failure')).status).toBe(200);
});

it('require their scope, and are hidden from other accounts and the other kind of key', async () => {
  const accountId = randomUUID();
  const headers = gateway.account({ accountId });
  const { id } = await dataFrom(await gateway.send('POST', '', headers, WANTED), 201);
  const reader = gateway.account({ accountId, scopes: ['signals:read'] });
  expect(await problemFrom(await gateway.send('GET', `/${id}`, reader))).toMatchObject({
    status: 403,
    code: 'insufficient_scope',
  });
  const stranger = gateway.account();
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
  ] as const) {
    for (const at of [`/${id}${path}`, `/x${path}`, `/${randomUUID()}${path}`]) {
      expect(await problemFrom(await gateway.send(method, at, stranger, body))).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  }
  const other = await gateway.send('PUT', `/${id}`, headers);
  expect(other.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE');
  expect(await problemFrom(other)).toMatchObject({ status: 405 });
  expect(await dataFrom(await gateway.send('GET', `/${id}`, headers))).toMatchObject(WANTED);
});

it("are the same at the command-line client's interface", async () => {
  const accountId = randomUUID();
  const headers = withKey(gateway.backend.addToken({ accountId }));
  const response = await gateway.cli(
    '/saved-searches',
    { ...headers, 'content-type': 'application/json' },
    {
      method: 'POST',
      body: JSON.stringify(WANTED),
    },
  );
  const { id } = await dataFrom(response, 201);
  expect(response.headers.get('location')).toBe(`/api/cli/v1/saved-searches/${id}`);
  expect(await dataFrom(await gateway.send('GET', `/${id}`, gateway.account({ accountId })))).toMatchObject(
    WANTED,
  );
});

it('can be followed by changes, like a query', async () => {
  const headers = gateway.account();
  const { id } = await dataFrom(await gateway.send('POST', '', headers, WANTED), 201);
  const direct = await gateway.get('/changes?q=raises&country=Germany', headers);
  const saved = await gateway.send('GET', `/${id}/changes`, headers);
  expect([saved.status, direct.status]).toEqual([200, 200]);
  const [one, other] = (await Promise.all([saved.json(), direct.json()])) as {
    data: { nextCursor: string };
  }[];
  expect({ ...one!.data, nextCursor: '' }).toEqual({ ...other!.data, nextCursor: '' });
  // The cursors have the same filters, so each can continue the other.
  const cursor = encodeURIComponent(one!.data.nextCursor);
  expect((await gateway.get(`/changes?q=raises&country=Germany&cursor=${cursor}`, headers)).status).toBe(200);
  await gateway.send('PATCH', `/${id}`, headers, { query: { q: 'hires' } });
  expect(
    await problemFrom(await gateway.send('GET', `/${id}/changes?cursor=${cursor}`, headers)),
  ).toMatchObject({
    status: 400,
    code: 'cursor_mismatch',
  });
  expect(await problemFrom(await gateway.send('GET', `/${id}/changes?q=x&limit=0`, headers))).toMatchObject({
    errors: [{ parameter: 'q' }, { parameter: 'limit' }],
  });
  const stranger = gateway.account();
  expect(await problemFrom(await gateway.send('GET', `/${id}/changes`, stranger))).toMatchObject({
    status: 404,
  });
});

describe('a body', () => {
  it.each([
    ['of another type', { 'content-type': 'text/plain' }, '{}', 415],
    ['that is compressed', { 'content-encoding': 'gzip' }, '{}', 415],
    ['that is too large', {}, JSON.stringify({ name: 'x'.repeat(70_000) }), 413],
    ['that is not JSON', {}, '{', 400],
    ['that is a list', {}, '[]', 400],
    ['that is deeply nested', {}, `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`, 400],
  ])('%s is refused', async (_what, headers, body, status) => {
    const problem = await problemFrom(
      await gateway.send('POST', '', { ...gateway.account(), ...headers }, body),
    );
    expect(problem).toMatchObject({ status, code: 'invalid_parameter' });
  });
});
