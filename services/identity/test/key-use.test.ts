import { waitFor } from '@heliograph/testing';
import { KeyStore } from '../src/storage/key-store';
import {
  authenticate,
  byCommand,
  call,
  createAccount,
  createKey,
  startTestIdentity,
  type TestIdentity,
} from './support/identity';

let running: TestIdentity;
let accountId: string;
afterEach(() => running.stop());

async function start(intervalMs: number): Promise<void> {
  running = await startTestIdentity({ KEY_USE_INTERVAL_MS: String(intervalMs) });
  accountId = (await createAccount(running)).id;
}

it('is shown with the key after a short delay, also for later uses', async () => {
  await start(20);
  const { id, secret } = await createKey(running, accountId);
  const lastUsed = async () => {
    const { keys } = await running.admin.listKeys({ accountId, ids: [] }, call);
    return keys.find((key) => key.id === id)!.lastUsedAt;
  };
  expect(await lastUsed()).toBeUndefined();
  await authenticate(running, secret);
  await waitFor(async () => (await lastUsed()) !== undefined);
  const first = await lastUsed();
  await authenticate(running, secret);
  await waitFor(async () => (await lastUsed())! > first!);
});

it('is written for all keys in one statement, at the latest when the service stops', async () => {
  await start(3_600_000);
  const { admin, pool, service } = running;
  const used = await Promise.all([1, 2, 3].map(() => createKey(running, accountId)));
  const unused = await createKey(running, accountId);
  const revoked = await createKey(running, accountId);
  await admin.revokeKey({ id: revoked.id, ...byCommand }, call);
  await pool.query(`
    CREATE SEQUENCE identity.test_writes;
    CREATE FUNCTION identity.test_count() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('identity.test_writes'); RETURN NULL; END $$;
    CREATE TRIGGER test_count AFTER UPDATE ON identity.api_key
      FOR EACH STATEMENT EXECUTE FUNCTION identity.test_count();`);
  for (let round = 0; round < 5; round++) {
    for (const { secret } of [...used, revoked]) await authenticate(running, secret);
  }
  await service.destroy();
  const { rows } = await pool.query<{ key_id: string }>(
    'SELECT key_id FROM identity.api_key WHERE last_used_at IS NOT NULL',
  );
  expect(rows.map((row) => row.key_id).sort()).toEqual(used.map(({ id }) => id).sort());
  expect(rows).not.toContainEqual({ key_id: unused.id });
  const writes = await pool.query(`SELECT nextval('identity.test_writes')::integer - 1 AS count`);
  expect(writes.rows).toEqual([{ count: 1 }]);
});

it('never goes back, even when several services write at once', async () => {
  await start(3_600_000);
  const keys = await Promise.all(Array.from({ length: 20 }, () => createKey(running, accountId)));
  const store = new KeyStore(running.pool);
  const uses = (ids: string[], at: number) => new Map(ids.map((id) => [id, new Date(at)]));
  const ids = keys.map(({ id }) => id);
  const times = Array.from({ length: 12 }, (_, index) => 1_800_000_000_000 + index);
  await Promise.all(
    times.map((at, index) => store.writeUses(uses(index % 2 === 0 ? ids : ids.toReversed(), at))),
  );
  await store.writeUses(uses(ids, times[0]!));
  expect((await store.list(accountId)).map((key) => key.lastUsedAt?.getTime())).toEqual(
    ids.map(() => times.at(-1)),
  );
});
