import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { Pool } from 'pg';
import { listAudit } from '../src/storage/audit';
import { byCommand, call, createAccount, createKey, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

const list = (accountId: string, limit = 0, pageToken = '', userId = '') =>
  running.dashboard.listAuditEntries({ accountId, limit, pageToken, userId }, call);

it("returns an account's changes, newest first, with their actors", async () => {
  const { id } = await createAccount(running);
  await createAccount(running);
  const actor = { accountId: id, sessionId: '' };
  const key = await running.dashboard.createKey(
    {
      accountId: id,
      name: 'k',
      scopes: ['signals:read'],
      expiresAt: undefined,
      monthlyCapRecords: undefined,
      actor,
    },
    call,
  );
  await running.admin.revokeKey({ id: key.key!.id, ...byCommand }, call);
  const { entries, nextPageToken } = await list(id);
  expect(nextPageToken).toBe('');
  expect(entries).toMatchObject([
    { action: 'key.revoke', caller: 'admin', keyId: key.key!.id, actorAccountId: '' },
    { action: 'key.create', caller: 'dashboard', keyId: key.key!.id, actorAccountId: id },
    { action: 'account.create', caller: 'admin', keyId: '', requestId: 'test-request' },
  ]);
  expect(JSON.parse(entries[1]!.detailJson)).toMatchObject({ name: 'k', scopes: ['signals:read'] });
  expect(Math.abs(Number(entries[0]!.createdAt) - Date.now())).toBeLessThan(60_000);
});

it('pages through each entry once', async () => {
  const { id } = await createAccount(running);
  for (let count = 0; count < 4; count += 1) await createKey(running, id);
  const whole = (await list(id)).entries.map((entry) => entry.id);
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await list(id, 2, pageToken);
    seen.push(...page.entries.map((entry) => entry.id));
    pageToken = page.nextPageToken;
    // New entries do not appear on later pages.
    if (seen.length === 2) await createKey(running, id);
  } while (pageToken !== '');
  expect(seen).toEqual(whole);
  expect(seen).toHaveLength(5);
});

it('gives entries ids that do not reveal other activity', async () => {
  const { id } = await createAccount(running);
  await createKey(running, id);
  const ids = (await list(id)).entries.map((entry) => entry.id);
  for (const entryId of ids) expect(entryId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
  expect((await list(id, 1, ids[0])).entries.map((entry) => entry.id)).toEqual([ids[1]]);
});

it('does not tell whether another account has an entry, or when it was made', async () => {
  const { id } = await createAccount(running);
  const { id: otherId } = await createAccount(running);
  await createKey(running, otherId);
  const { entries: others } = await list(otherId);
  expect(await list(id, 0, others[0]!.id)).toEqual(await list(id, 0, crypto.randomUUID()));
});

it('returns nothing for an unknown account and rejects an invalid page', async () => {
  expect(await list('00000000-0000-7000-8000-000000000000')).toEqual({ entries: [], nextPageToken: '' });
  await expect(list('x')).rejects.toMatchObject({ code: 'not_found' });
  await expect(list('', 201, '-1', 'x')).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'limit' }, { parameter: 'page_token' }, { parameter: 'user_id' }],
  });
  await expect(running.dashboard.listAuditUsers({ accountId: 'x' }, call)).rejects.toMatchObject({
    code: 'not_found',
  });
  const { users } = await running.dashboard.listAuditUsers(
    { accountId: '00000000-0000-7000-8000-000000000000' },
    call,
  );
  expect(users).toEqual([]);
});

it('shows who set automatic top-ups, and how', async () => {
  const { id } = await createAccount(running);
  const setting = { isOn: true, belowMicros: 5n, amountMicros: 20n, monthlyCapMicros: 100n };
  await running.dashboard.recordAutoTopUp(
    { accountId: id, ...setting, actor: { accountId: id, sessionId: '' } },
    call,
  );
  const [entry] = (await list(id)).entries;
  expect(entry).toMatchObject({ action: 'auto_top_up.set', actorAccountId: id });
  expect(JSON.parse(entry!.detailJson)).toEqual({
    isOn: true,
    belowMicros: '5',
    amountMicros: '20',
    monthlyCapMicros: '100',
  });
});

it('shows what became of a card and a pause, each key of an account once', async () => {
  const [{ id }, other] = [await createAccount(running), await createAccount(running)];
  const { CARD_SAVED, PAUSED } = identity.RecordTopUpChangeRequest_Change;
  const record = (accountId: string, changes: Partial<identity.RecordTopUpChangeRequest> = {}) =>
    running.dashboard.recordTopUpChange(
      {
        accountId,
        change: CARD_SAVED,
        detail: 'Visa ending in 4242',
        deduplicationKey: 'first',
        actor: undefined,
        ...changes,
      },
      call,
    );
  const actor = { accountId: id, sessionId: '', userId: id };
  await record(id, { actor });
  await Promise.all([record(id, { actor }), record(id), record(other.id)]);
  await record(id, { change: PAUSED, detail: 'declined', deduplicationKey: 'second' });
  const { entries } = await list(id);
  expect(entries.slice(0, 3).map(({ action }) => action)).toEqual([
    'auto_top_up.pause',
    'card.save',
    'account.create',
  ]);
  expect(entries.slice(0, 2).map(({ detailJson }) => JSON.parse(detailJson) as unknown)).toEqual([
    { reason: 'declined' },
    { card: 'Visa ending in 4242' },
  ]);
  expect(entries.slice(0, 2).map(({ actorAccountId }) => actorAccountId)).toEqual(['', id]);
  expect((await list(other.id)).entries[0]).toMatchObject({ action: 'card.save' });
  await expect(record(id, { detail: '', deduplicationKey: 'x'.repeat(201) })).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'detail' }, { parameter: 'deduplication_key' }],
  });
});

it("reads no other accounts' entries, also on an account's last page", async () => {
  const { id } = await createAccount(running);
  const count = 10_000;
  await running.pool.query(
    `INSERT INTO identity.audit_entry (action, caller, request_id, account_id, detail)
     SELECT 'key.create', 'admin', 'test-request', CASE WHEN n <= $2 THEN gen_random_uuid() ELSE $1::uuid END, '{}'
     FROM generate_series(1, 3 * $2) AS n`,
    [id, count],
  );
  await running.pool.query('ANALYZE identity.audit_entry');
  const { rows: early } = await running.pool.query<{ entry_id: string }>(
    'SELECT entry_id FROM identity.audit_entry WHERE account_id = $1 ORDER BY audit_id OFFSET 10 LIMIT 1',
    [id],
  );
  const single = new Pool({ connectionString: running.database.connectionString('identity'), max: 1 });
  try {
    await single.query('BEGIN');
    const page = { accountId: id, userId: undefined, limit: 50, before: early[0]!.entry_id };
    expect(await listAudit(single, page)).toHaveLength(10);
    const { rows } = await single.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'identity' AND relname = 'audit_entry'`,
    );
    expect(rows[0]!.read).toBeLessThan(count / 10);
  } finally {
    await single.end();
  }
});
