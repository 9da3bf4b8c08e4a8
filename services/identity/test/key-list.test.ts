import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { startBeforeAll } from '@heliograph/testing';
import { logIn } from './support/cli';
import { byCommand, call, createAccount, createKey, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

it("lists only the account's keys, oldest first, including revoked ones", async () => {
  const { admin } = running;
  const account = await createAccount(running);
  await createKey(running, (await createAccount(running)).id, { name: 'not mine' });
  const first = await createKey(running, account.id, { name: 'first' });
  await createKey(running, account.id, { name: 'second' });
  await admin.revokeKey({ id: first.id, ...byCommand }, call);
  const { keys } = await admin.listKeys({ accountId: account.id, ids: [] }, call);
  expect(keys.map((key) => key.name)).toEqual(['first', 'second']);
  expect(keys.map((key) => key.revokedAt !== undefined)).toEqual([true, false]);
});

it('lists nothing for an account without keys, and fails for an unknown account', async () => {
  const account = await createAccount(running);
  expect(await running.admin.listKeys({ accountId: account.id, ids: [] }, call)).toEqual({ keys: [] });
  for (const accountId of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(running.admin.listKeys({ accountId, ids: [] }, call)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});

it('lists only the most recently ended of many keys, and any other by its id', async () => {
  const { admin, cliClient, pool } = running;
  const account = await createAccount(running);
  const usable = await createKey(running, account.id, { name: 'usable' });
  // Made long ago, so that they do not count today.
  const { rows } = await pool.query<{ key_id: string }>(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, created_at, revoked_at, expires_at)
     SELECT gen_random_uuid(), $1, 'ended ' || number, sha256(gen_random_uuid()::text::bytea), '', '{signals:read}',
       now() - interval '1 year', CASE number % 2 WHEN 0 THEN at END, CASE number % 2 WHEN 1 THEN at END
     FROM generate_series(1, 20000) AS number, LATERAL (SELECT now() - make_interval(secs => number) AS at) AS ended
     RETURNING key_id`,
    [account.id],
  );
  const list = (more: { ids?: string[]; usableOnly?: boolean } = {}) =>
    admin.listKeys({ accountId: account.id, ids: [], ...more }, call);
  const { keys } = await list();
  expect(keys).toHaveLength(ACCOUNT_LIMITS.endedKeys + 1);
  expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(['usable', 'ended 1', 'ended 200']));
  expect((await list({ usableOnly: true })).keys.map(({ id }) => id)).toEqual([usable.id]);
  const oldest = rows.at(-1)!.key_id;
  const foreign = (await createKey(running, (await createAccount(running)).id)).id;
  const asked = [oldest, usable.id, foreign, 'x'];
  expect((await list({ ids: asked })).keys.map(({ name }) => name)).toEqual(['ended 20000', 'usable']);
  const { session } = await logIn(running, account.id);
  const names = (keyIds: string[]) => cliClient.listCredentialNames({ sessionId: session!.id, keyIds }, call);
  expect((await names([])).credentials).toHaveLength(ACCOUNT_LIMITS.endedKeys + 2);
  expect((await names(asked)).credentials).toEqual([
    { id: oldest, name: 'ended 20000' },
    { id: usable.id, name: 'usable' },
  ]);
  await expect(list({ ids: Array<string>(1_001).fill(oldest) })).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'ids' }],
  });
});
