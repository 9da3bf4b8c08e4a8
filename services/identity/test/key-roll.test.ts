import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { MAXIMUM_USABLE_KEYS } from '../src/domain/key';
import {
  auditOf,
  authenticate,
  byCommand,
  call,
  createAccount,
  createKey,
  startTestIdentity,
} from './support/identity';

const { Verdict } = identity;
const HOUR = 3_600;

let accountId: string;
const running = startBeforeAll(startTestIdentity);
beforeEach(async () => {
  accountId = (await createAccount(running)).id;
});

const roll = (id: string, overlapSeconds: number, owner = '') =>
  running.dashboard.rollKey({ id, overlapSeconds, accountId: owner, actor: undefined }, call);
const keyOf = async (id: string) =>
  (await running.admin.listKeys({ accountId, ids: [] }, call)).keys.find((key) => key.id === id)!;
const verdictOf = async (secret: string) => (await authenticate(running, secret)).verdict;

it('creates a key like the old one, which stays valid for the overlap', async () => {
  const old = await createKey(running, accountId, {
    name: 'server',
    scopes: ['signals:read'],
    monthlyCapRecords: 7n,
  });
  const { key, secret } = await roll(old.id, 2 * HOUR, accountId);
  expect(key).toMatchObject({
    accountId,
    name: 'server',
    scopes: ['signals:read'],
    monthlyCapRecords: 7n,
    expiresAt: undefined,
    revokedAt: undefined,
    hint: secret.slice(0, 12),
  });
  expect([await verdictOf(old.secret), await verdictOf(secret)]).toEqual([Verdict.VALID, Verdict.VALID]);
  const { expiresAt } = await keyOf(old.id);
  expect(Math.abs(Number(expiresAt) - Date.now() - 2 * HOUR * 1_000)).toBeLessThan(60_000);
});

it('creates one lineage of keys that replace one another any number of times, and each key names it', async () => {
  const first = await createKey(running, accountId);
  expect((await authenticate(running, first.secret)).lineageId).toBeUndefined();
  const second = await roll(first.id, HOUR);
  const third = await roll(second.key!.id, HOUR);
  const alone = await createKey(running, accountId);
  const lineages = [];
  for (const { secret } of [first, second, third, alone])
    lineages.push((await authenticate(running, secret)).lineageId);
  expect(lineages).toEqual([first.id, first.id, first.id, undefined]);
});

it('ends the old key at once without an overlap', async () => {
  const old = await createKey(running, accountId);
  const { secret } = await roll(old.id, 0);
  expect([await verdictOf(old.secret), await verdictOf(secret)]).toEqual([Verdict.REVOKED, Verdict.VALID]);
});

// For example, because its new secret was lost.
it.each([undefined, new Date(Date.now() + 300 * HOUR * 1_000)])(
  'gives a key rolled again while it is being replaced its own lifetime: %s',
  async (expiresAt) => {
    const old = await createKey(running, accountId, { expiresAt });
    await roll(old.id, HOUR);
    await running.pool.query(
      "UPDATE identity.api_key SET created_at = created_at - interval '2 hours' WHERE key_id = $1",
      [old.id],
    );
    const { key } = await roll(old.id, HOUR);
    expect(key!.expiresAt && Math.round((Number(key!.expiresAt) - Date.now()) / HOUR / 1_000)).toEqual(
      expiresAt && 300,
    );
  },
);

it("gives the new key the old key's lifetime without extending the old one", async () => {
  const expiresAt = new Date(Date.now() + 90 * HOUR * 1_000);
  const old = await createKey(running, accountId, { expiresAt });
  await running.pool.query(
    `UPDATE identity.api_key SET created_at = created_at - interval '89 hours', expires_at = expires_at - interval '89 hours'
     WHERE key_id = $1`,
    [old.id],
  );
  const { expiresAt: oldEnd } = await keyOf(old.id);
  const { key } = await roll(old.id, 24 * HOUR);
  expect(Math.abs(Number(key!.expiresAt) - Date.now() - 90 * HOUR * 1_000)).toBeLessThan(60_000);
  expect((await keyOf(old.id)).expiresAt).toEqual(oldEnd);
});

it('is atomic', async () => {
  const old = await createKey(running, accountId);
  await running.pool.query(
    'ALTER TABLE identity.audit_entry ADD CONSTRAINT test_refuses CHECK (false) NOT VALID',
  );
  try {
    await expect(roll(old.id, HOUR)).rejects.toMatchObject({ code: 'internal' });
  } finally {
    await running.pool.query('ALTER TABLE identity.audit_entry DROP CONSTRAINT test_refuses');
  }
  const { keys } = await running.admin.listKeys({ accountId, ids: [] }, call);
  expect(keys).toEqual([old.key]);
});

it('is logged with both keys', async () => {
  const old = await createKey(running, accountId);
  const { key } = await roll(old.id, HOUR);
  expect((await auditOf(running, accountId)).slice(2)).toMatchObject([
    { action: 'key.roll', key_id: old.id, detail: { hint: old.key.hint, newKeyId: key!.id } },
    { action: 'key.create', key_id: key!.id, detail: { hint: key!.hint, rolledFrom: old.id } },
  ]);
});

it("rejects a key that is revoked, expired, unknown, or another account's", async () => {
  const [revoked, expired, mine] = [
    await createKey(running, accountId),
    await createKey(running, accountId, { expiresAt: new Date(Date.now() + 60_000) }),
    await createKey(running, accountId),
  ];
  await running.admin.revokeKey({ id: revoked.id, ...byCommand }, call);
  await running.pool.query('UPDATE identity.api_key SET expires_at = now() WHERE key_id = $1', [expired.id]);
  for (const { id } of [revoked, expired]) {
    await expect(roll(id, HOUR)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'id' }],
    });
  }
  const other = (await createAccount(running)).id;
  for (const [id, owner] of [
    [mine.id, other],
    [mine.id, 'x'],
    ['x', ''],
    ['00000000-0000-7000-8000-000000000000', ''],
  ] as const) {
    await expect(roll(id, HOUR, owner)).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('refuses an overlap of more than thirty days', async () => {
  const { id } = await createKey(running, accountId);
  await expect(roll(id, 30 * 24 * HOUR + 1)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'overlap_seconds' }],
  });
  await roll(id, 30 * 24 * HOUR);
});

it("enforces an account's limit of usable keys, even with concurrent requests", async () => {
  const { id } = await createKey(running, accountId);
  await running.pool.query(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes)
     SELECT gen_random_uuid(), $1, '', sha256(gen_random_uuid()::text::bytea), '', '{signals:read}'
     FROM generate_series(1, $2)`,
    [accountId, MAXIMUM_USABLE_KEYS - 2],
  );
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => roll(id, HOUR)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  // Replacing one always leaves room.
  await roll(id, 0);
});
