import { SAVED_SEARCH } from '@heliograph/contract';
import { notifier, search } from '@heliograph/proto';
import { createRpcClient } from '@heliograph/runtime';
import { startBeforeAll, testCredentials } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { loadConfig } from '../src/config';
import { createNotifierService } from '../src/service';
import { call, notifierVariables, startTestNotifier } from './support/notifier';
import { changesOf, create, newSavedSearch, WEBHOOK_URL } from './support/saved-searches';

const running = startBeforeAll(startTestNotifier);

const idsOf = async (accountId: string, client = running.client) =>
  (await client.listSavedSearches({ accountId }, call)).savedSearches.map(({ id }) => id);

it('are created, read, listed oldest first, changed, and deleted', async () => {
  const { client } = running;
  const first = await create(client, { maxRecordsPerDay: 500 });
  const { accountId, id } = first;
  expect(first).toMatchObject({
    name: 'Funding in Germany',
    query: { q: 'raises' },
    filters: { q: 'raises' },
    maxRecordsPerDay: 500,
    state: notifier.SavedSearchState.ACTIVE,
    webhook: undefined,
    secret: undefined,
  });
  const second = await create(client, { accountId, name: 'Another' });
  expect(await idsOf(accountId)).toEqual([id, second.id]);

  const query = { query: { q: 'hires' }, filters: search.Filters.fromPartial({ q: 'hires' }) };
  const { savedSearch } = await client.updateSavedSearch(changesOf(first, { name: 'New', query }), call);
  expect(savedSearch).toEqual({ ...(await client.getSavedSearch({ accountId, id }, call)) });
  expect(savedSearch).toMatchObject({ name: 'New', query: { q: 'hires' }, maxRecordsPerDay: 500 });
  await client.updateSavedSearch(changesOf(first, { maxRecordsPerDay: { value: undefined } }), call);
  expect((await client.getSavedSearch({ accountId, id }, call)).maxRecordsPerDay).toBeUndefined();

  await client.deleteSavedSearch({ accountId, id }, call);
  expect(await idsOf(accountId)).toEqual([second.id]);
  await expect(client.deleteSavedSearch({ accountId, id }, call)).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('are not found by another account, the other kind of key, or a malformed id', async () => {
  const { client, testClient } = running;
  const { id, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  const strangers = [
    { client, accountId: randomUUID(), id },
    { client: testClient, accountId, id },
    { client, accountId, id: 'x' },
    { client, accountId, id: randomUUID() },
  ];
  for (const { client: asking, ...of } of strangers) {
    for (const attempt of [
      asking.getSavedSearch(of, call),
      asking.updateSavedSearch(changesOf(of, { name: 'Mine' }), call),
      asking.rotateSecret(of, call),
      asking.deleteSavedSearch(of, call),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    }
  }
  expect((await client.getSavedSearch({ accountId, id }, call)).name).toBe('Funding in Germany');
});

it('of test keys are separate, with their own limit', async () => {
  const { client, testClient } = running;
  const { id, accountId } = await create(client);
  const ofTest = await create(testClient, { accountId });
  expect(await idsOf(accountId)).toEqual([id]);
  expect(await idsOf(accountId, testClient)).toEqual([ofTest.id]);
});

it('are limited to fifty per account, even with concurrent requests', async () => {
  const { client } = running;
  const accountId = randomUUID();
  const outcomes = await Promise.allSettled(
    Array.from({ length: SAVED_SEARCH.maximum + 10 }, () => create(client, { accountId })),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(10);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({
      code: 'invalid_parameter',
      publicText: expect.stringContaining('50 saved searches') as string,
    });
  }
  const ids = await idsOf(accountId);
  expect(ids).toHaveLength(SAVED_SEARCH.maximum);
  await client.deleteSavedSearch({ accountId, id: ids[7]! }, call);
  await create(client, { accountId });
  await expect(create(client, { accountId })).rejects.toMatchObject({ code: 'invalid_parameter' });
});

it('are limited to fifty by the database, whatever a program does', async () => {
  const { client, pool } = running;
  const { id } = await create(client);
  await expect(
    pool.query('UPDATE notifier.saved_search SET slot = 51 WHERE saved_search_id = $1', [id]),
  ).rejects.toThrow('saved_search_slot');
});

describe('a repeated creation', () => {
  it('creates one search per key, whatever else is in flight, and returns the same secret', async () => {
    const { client } = running;
    const wanted = newSavedSearch({ idempotencyKey: 'the-same-key', webhookUrl: WEBHOOK_URL });
    const made = await Promise.all(Array.from({ length: 5 }, () => client.createSavedSearch(wanted, call)));
    expect(new Set(made.map(({ savedSearch }) => savedSearch!.id)).size).toBe(1);
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
    expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await idsOf(wanted.accountId)).toHaveLength(1);
    await expect(client.createSavedSearch({ ...wanted, name: 'Another' }, call)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    for (const other of [{ accountId: randomUUID() }, { credentialId: 'key-2' }]) {
      const elsewhere = await client.createSavedSearch({ ...wanted, ...other }, call);
      expect(elsewhere.replayed).toBe(false);
    }
  });

  it('returns the first even if its address could no longer be saved', async () => {
    const { client, database } = running;
    const webhookUrl = 'https://127.0.0.1:9443/hook';
    const wanted = newSavedSearch({ idempotencyKey: 'the-same-key', webhookUrl });
    const first = await client.createSavedSearch(wanted, call);
    const strict = createNotifierService(
      loadConfig(notifierVariables(database, { WEBHOOK_ALLOWED_HOSTS: '', LOG_LEVEL: 'fatal' })),
    );
    await strict.start();
    const other = createRpcClient(notifier.NotifierServiceService, {
      address: strict.address,
      caller: 'gateway',
      credentials: testCredentials,
      defaultTimeoutMs: 20_000,
    });
    const again = await other.createSavedSearch(wanted, call);
    expect(again).toEqual({ ...first, replayed: true });
    const repeated = { ...wanted, idempotencyKey: 'another-key' };
    await expect(other.createSavedSearch(repeated, call)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
    await other.close();
    await strict.destroy();
  });

  it('creates a new one after a day', async () => {
    const { client, pool } = running;
    const wanted = newSavedSearch({ idempotencyKey: 'the-same-key', webhookUrl: WEBHOOK_URL });
    const { accountId } = wanted;
    const make = async () => (await client.createSavedSearch(wanted, call)).savedSearch!.id;
    const [first, aged] = [await make(), `created_at = now() - interval '24 hours'`];
    await pool.query(`UPDATE notifier.saved_search SET ${aged} WHERE saved_search_id = $1`, [first]);
    const second = await make();
    await client.deleteSavedSearch({ accountId, id: second }, call);
    await pool.query(`UPDATE notifier.deleted_saved_search SET ${aged} WHERE saved_search_id = $1`, [second]);
    expect(new Set([first, second, await make()]).size).toBe(3);
  });

  it('creates no second one after the secret changed, and does not return that', async () => {
    const { client } = running;
    const rotated = newSavedSearch({ idempotencyKey: 'the-same-key', webhookUrl: WEBHOOK_URL });
    const { savedSearch } = await client.createSavedSearch(rotated, call);
    await client.rotateSecret(savedSearch!, call);
    const again = await client.createSavedSearch(rotated, call);
    expect([again.savedSearch!.id, again.secret, again.replayed]).toEqual([savedSearch!.id, undefined, true]);

    for (const webhookUrl of [WEBHOOK_URL, undefined]) {
      const wanted = newSavedSearch({ idempotencyKey: 'the-same-key', webhookUrl });
      const { savedSearch: made } = await client.createSavedSearch(wanted, call);
      for (const url of [undefined, WEBHOOK_URL])
        await client.updateSavedSearch(changesOf(made!, { webhook: { url } }), call);
      const repeated = await client.createSavedSearch(wanted, call);
      expect([repeated.savedSearch!.id, repeated.secret]).toEqual([made!.id, undefined]);
      expect(repeated.savedSearch!.webhook!.url).toBe(WEBHOOK_URL);
    }
  });

  it('creates no second one after the first was deleted', async () => {
    const { client } = running;
    const wanted = newSavedSearch({ idempotencyKey: 'the-same-key', webhookUrl: WEBHOOK_URL });
    const { accountId } = wanted;
    const { savedSearch } = await client.createSavedSearch(wanted, call);
    await client.deleteSavedSearch({ accountId, id: savedSearch!.id }, call);
    await expect(client.createSavedSearch(wanted, call)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await idsOf(accountId)).toEqual([]);
    for (const other of [{ accountId: randomUUID() }, { credentialId: 'key-2' }])
      expect((await client.createSavedSearch({ ...wanted, ...other }, call)).replayed).toBe(false);
  });
});

it('report every issue in a request at once', async () => {
  const { client } = running;
  const wanted = newSavedSearch({
    name: 'x'.repeat(101),
    webhookUrl: 'http://example.com/',
    maxRecordsPerDay: 0,
    idempotencyKey: 'short',
  });
  await expect(client.createSavedSearch(wanted, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [
      { parameter: 'name' },
      { parameter: 'webhook.url' },
      { parameter: 'maxRecordsPerDay' },
      { parameter: 'idempotency_key' },
    ],
  });
  await expect(create(client, { name: '  ' })).rejects.toMatchObject({ issues: [{ parameter: 'name' }] });
});

it('can be followed by version: each change or deletion takes the next one', async () => {
  const { client, pool } = running;
  const versionOf = async (id: string) => {
    const { rows } = await pool.query<{ version: string }>(
      'SELECT version FROM notifier.saved_search WHERE saved_search_id = $1',
      [id],
    );
    return BigInt(rows[0]!.version);
  };
  const made = await create(client);
  const first = await versionOf(made.id);
  await client.updateSavedSearch(changesOf(made, { name: 'Changed' }), call);
  const second = await versionOf(made.id);
  expect(second).toBeGreaterThan(first);
  await client.deleteSavedSearch(made, call);
  const { rows } = await pool.query<{ version: string }>(
    'SELECT version FROM notifier.deleted_saved_search WHERE saved_search_id = $1',
    [made.id],
  );
  expect(BigInt(rows[0]!.version)).toBeGreaterThan(second);
});
