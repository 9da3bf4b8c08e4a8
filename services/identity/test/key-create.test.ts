import { hasValidChecksum, hashApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { MAXIMUM_KEYS_PER_DAY, MAXIMUM_USABLE_KEYS } from '../src/domain/key';
import {
  auditOf,
  authenticate,
  byCommand,
  call,
  createAccount,
  createKey,
  startTestIdentity,
} from './support/identity';

let accountId: string;
const running = startBeforeAll(startTestIdentity);
beforeAll(async () => {
  accountId = (await createAccount(running)).id;
});

it('returns a key in the documented form with the requested properties', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const { key, secret } = await createKey(running, accountId, {
    name: 'Laptop',
    scopes: ['companies:read', 'signals:read', 'signals:read'],
    expiresAt,
  });
  expect(secret).toMatch(/^hg_live_[0-9A-Za-z]{38}$/);
  expect(hasValidChecksum(secret)).toBe(true);
  expect(key).toMatchObject({
    accountId,
    name: 'Laptop',
    scopes: ['signals:read', 'companies:read'],
    expiresAt,
    revokedAt: undefined,
    hint: secret.slice(0, 12),
  });
});

it('creates a test key on request and reports that with every verdict; rolling keeps the kind', async () => {
  const { key, secret } = await createKey(running, accountId, { isTest: true });
  expect(secret).toMatch(/^hg_test_[0-9A-Za-z]{38}$/);
  expect(key?.isTest).toBe(true);
  expect((await authenticate(running, secret)).isTest).toBe(true);
  const live = await createKey(running, accountId);
  expect((await authenticate(running, live.secret)).isTest).toBe(false);
  const rolled = await running.admin.rollKey({ id: key!.id, overlapSeconds: 0, ...byCommand }, call);
  expect([rolled.secret.slice(0, 8), rolled.key?.isTest]).toEqual(['hg_test_', true]);
  await expect(
    running.pool.query('UPDATE identity.api_key SET is_test = false WHERE key_id = $1', [rolled.key!.id]),
  ).rejects.toThrow('api_key_kind');
});

it("stores only the key's SHA-256 and its hint", async () => {
  const { secret } = await createKey(running, accountId);
  const { rows } = await running.pool.query<{ text: string }>(
    `SELECT row_to_json(api_key)::text AS text FROM identity.api_key
     UNION ALL SELECT row_to_json(audit_entry)::text FROM identity.audit_entry`,
  );
  const stored = rows.map((row) => row.text).join('\n');
  expect(stored).toContain(hashApiKey(secret).toString('hex'));
  expect(stored).toContain(secret.slice(0, 12));
  expect(stored).not.toContain(secret.slice(8, 24));
  expect(stored).not.toContain(secret.slice(-10));
  expect(running.log()).not.toContain(secret.slice(8, 24));
});

it('logs the creation without the hash', async () => {
  const account = await createAccount(running);
  const { id, secret } = await createKey(running, account.id, { name: 'Server', scopes: ['signals:read'] });
  const [, created] = await auditOf(running, account.id);
  expect(created).toEqual({
    action: 'key.create',
    caller: 'admin',
    request_id: 'test-request',
    key_id: id,
    detail: {
      name: 'Server',
      hint: secret.slice(0, 12),
      scopes: ['signals:read'],
      expiresAt: null,
      monthlyCap: null,
    },
  });
});

it.each([
  ['an unknown scope', { scopes: ['signals:read', 'signals:write'] }, 'scopes'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['an expiry in the past', { expiresAt: new Date(Date.now() - 1_000) }, 'expires_at'],
  ['an expiry before the epoch', { expiresAt: new Date(-1) }, 'expires_at'],
  ['an expiry beyond the calendar', { expiresAt: new Date(8.64e15) }, 'expires_at'],
  ['a cap that is too high', { monthlyCapRecords: 1_000_000_000_001n }, 'monthly_cap_records'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
  ['a name with a control character', { name: 'a\u0000b' }, 'name'],
  ['a name that reads backward', { name: 'a\u202eb' }, 'name'],
  ['an invisible name', { name: '\u200b\u200b' }, 'name'],
  ['half a character', { name: 'a\ud800' }, 'name'],
])('refuses %s', async (_what, overrides, parameter) => {
  await expect(createKey(running, accountId, overrides)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter }],
  });
});

it('names all issues at once', async () => {
  await expect(
    createKey(running, accountId, { scopes: [], expiresAt: new Date(1), name: '\n' }),
  ).rejects.toMatchObject({
    issues: [{ parameter: 'name' }, { parameter: 'scopes' }, { parameter: 'expires_at' }],
  });
});

it('refuses an unknown account', async () => {
  for (const unknown of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(createKey(running, unknown)).rejects.toMatchObject({ code: 'not_found' });
  }
});

it("enforces an account's limit of usable keys, even with concurrent requests", async () => {
  const { admin, pool } = running;
  const account = await createAccount(running);
  await pool.query(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes)
     SELECT gen_random_uuid(), $1, '', sha256(gen_random_uuid()::text::bytea), '', '{signals:read}'
     FROM generate_series(1, $2)`,
    [account.id, MAXIMUM_USABLE_KEYS - 1],
  );
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => createKey(running, account.id)));
  const made = results.filter((result) => result.status === 'fulfilled');
  expect(made).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_parameter' });
  }
  // A revoked key frees its place.
  await admin.revokeKey({ id: made[0]!.value.id, ...byCommand }, call);
  await createKey(running, account.id);
});

it('enforces a limit of keys made in a day, including revoked ones', async () => {
  const { admin, pool } = running;
  const account = await createAccount(running);
  await pool.query(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, revoked_at)
     SELECT gen_random_uuid(), $1, '', sha256(gen_random_uuid()::text::bytea), '', '{signals:read}', now()
     FROM generate_series(1, $2)`,
    [account.id, MAXIMUM_KEYS_PER_DAY - 1],
  );
  const { key } = await createKey(running, account.id);
  const refusal = {
    code: 'invalid_parameter',
    publicText: expect.stringContaining('in 24 hours') as string,
  };
  await expect(createKey(running, account.id)).rejects.toMatchObject(refusal);
  const roll = () => admin.rollKey({ id: key.id, ...byCommand, overlapSeconds: 0 }, call);
  await expect(roll()).rejects.toMatchObject(refusal);
  await pool.query(
    `UPDATE identity.api_key SET created_at = created_at - interval '1 day' WHERE account_id = $1`,
    [account.id],
  );
  await roll();
});
