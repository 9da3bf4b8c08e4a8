import type { ApiKey, CreatedKey, KeyList, Overview } from '@heliograph/dashboard-api';
import { hashApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { Client } from 'pg';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let person: Person;
const dashboard = startBeforeAll(() => TestDashboard.start());
beforeEach(async () => (person = await dashboard.signIn()));

const create = (body: object = {}) =>
  person.data<CreatedKey>('POST', '/keys', { name: 'production', scopes: ['signals:read'], ...body });
const list = async () => (await person.data<KeyList>('GET', '/keys')).items;

it('is shown once, with a working command', async () => {
  const { key, secret, curl } = await create({ scopes: ['companies:read', 'signals:read'] });
  expect(secret).toMatch(/^hg_live_[0-9A-Za-z]{38}$/);
  expect(curl).toBe(
    String.raw`curl -sG 'http://api.example:8080/api/v1/signals' \
  -H 'Authorization: Bearer ${secret}' \
  --data-urlencode 'q="series a"' \
  -d limit=3 \
  -w '\n'`,
  );
  expect(key).toMatchObject({
    name: 'production',
    hint: secret.slice(0, 12),
    scopes: ['signals:read', 'companies:read'],
    state: 'active',
    expiresAt: null,
    lastUsedAt: null,
    monthlyCapRecords: null,
    usage: { requests: 0, records: 0 },
  });
  expect(await list()).toEqual([key]);
  expect(JSON.stringify([await list(), await person.data('GET', '/audit')])).not.toContain(secret);
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  const { rows } = await client.query('SELECT key_id FROM identity.api_key WHERE hash = $1', [
    hashApiKey(secret),
  ]);
  await client.end();
  expect(rows).toEqual([{ key_id: key.id }]);
});

it('is a test key on request, and stays one when rolled', async () => {
  const { key, secret } = await create({ isTest: true });
  expect([key.isTest, secret.slice(0, 8)]).toEqual([true, 'hg_test_']);
  const rolled = await person.data<CreatedKey>('POST', `/keys/${key.id}/roll`, { overlapHours: 0 });
  expect([rolled.key.isTest, rolled.secret.slice(0, 8)]).toEqual([true, 'hg_test_']);
  expect((await create()).key.isTest).toBe(false);
});

it('shows what a test key read today, separately from usage', async () => {
  const { key } = await create({ isTest: true, monthlyCapRecords: 100 });
  expect(key.testRecords).toEqual({ today: 0, month: 0 });
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  const { account } = await person.refresh();
  const read = (day: string, records: number) =>
    client.query(`INSERT INTO ledger.test_use VALUES ($1, ${day}, $2, $3)`, [account.id, key.id, records]);
  await read(`(now() AT TIME ZONE 'UTC')::date`, 7);
  await read(`(now() AT TIME ZONE 'UTC')::date - 40`, 20);
  await client.end();
  const shown = { usage: { requests: 0, records: 0 }, testRecords: { today: 7, month: 7 } };
  expect(await list()).toMatchObject([shown]);
  expect(await person.data('PATCH', `/keys/${key.id}`, { name: 'tests' })).toMatchObject(shown);
  expect((await create()).key.testRecords).toBeNull();
  expect((await person.data<Overview>('GET', '/overview')).month).toMatchObject({ records: 0 });
});

it('without the search scope comes with a request that it may make', async () => {
  const { curl } = await create({ scopes: ['companies:read'] });
  expect(curl).toContain('/api/v1/filter-options');
});

it('can be renamed and capped, and both can be removed', async () => {
  const { key } = await create();
  const change = (body: object) => person.data<ApiKey>('PATCH', `/keys/${key.id}`, body);
  expect(await change({ name: 'staging', monthlyCapRecords: 5_000 })).toMatchObject({
    name: 'staging',
    monthlyCapRecords: 5_000,
  });
  expect(await change({})).toMatchObject({ name: 'staging', monthlyCapRecords: 5_000 });
  expect(await change({ name: '', monthlyCapRecords: null })).toMatchObject({
    name: '',
    monthlyCapRecords: null,
  });
});

it('rolls into a similar key and stays valid for the overlap', async () => {
  const { key, secret } = await create({ monthlyCapRecords: 100 });
  const rolled = await person.data<CreatedKey>('POST', `/keys/${key.id}/roll`, { overlapHours: 24 });
  expect(rolled.secret).not.toBe(secret);
  expect(rolled.key).toMatchObject({ name: 'production', monthlyCapRecords: 100, state: 'active' });
  const old = (await list()).find(({ id }) => id === key.id)!;
  expect(old.state).toBe('active');
  const hours = (Date.parse(old.expiresAt!) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  await person.data('POST', `/keys/${rolled.key.id}/roll`, { overlapHours: 0 });
  expect((await list()).find(({ id }) => id === rolled.key.id)?.state).toBe('revoked');
});

it('is listed after the usable ones once revoked', async () => {
  const [first, second] = [await create({ name: 'first' }), await create({ name: 'second' })];
  expect((await list()).map(({ name }) => name)).toEqual(['second', 'first']);
  const revoked = await person.data<ApiKey>('DELETE', `/keys/${second.key.id}`);
  expect(revoked).toMatchObject({ state: 'revoked', revokedAt: expect.stringMatching(/Z$/) as string });
  expect((await list()).map(({ name }) => name)).toEqual(['first', 'second']);
  expect(await person.data<ApiKey>('DELETE', `/keys/${second.key.id}`)).toEqual(revoked);
  expect(first.key.state).toBe('active');
});

it("is validated, with all issues at once, under the request's names", async () => {
  const issuesOf = async (body: object) =>
    (await problemFrom(await person.send('POST', '/keys', body))).errors
      ?.map(({ parameter }) => parameter)
      .sort();
  expect(
    await issuesOf({
      name: 'a'.repeat(101),
      scopes: ['everything'],
      expiresAt: 'tomorrow',
      monthlyCapRecords: 0,
    }),
  ).toEqual(['expiresAt', 'monthlyCapRecords', 'name', 'scopes.0']);
  expect(await issuesOf({ name: 'k', scopes: [] })).toEqual(['scopes']);
  expect(await issuesOf({})).toEqual(['name', 'scopes']);
  expect(await issuesOf({ name: 'k', scopes: ['signals:read'], expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
    'expiresAt',
  ]);
  expect(await issuesOf({ name: 'a\u0000b', scopes: ['signals:read'] })).toEqual(['name']);
  expect(await list()).toEqual([]);
});
