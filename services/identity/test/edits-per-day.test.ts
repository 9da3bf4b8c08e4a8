import { startBeforeAll } from '@heliograph/testing';
import { MAXIMUM_ENTRIES_PER_DAY } from '../src/storage/audit';
import { auditOf, byCommand, call, createAccount, createKey, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

/** Adds entries of a user in an account, of this age. */
const addEntries = (accountId: string, userId: string, count: number, age: string) =>
  running.pool.query(
    `INSERT INTO identity.audit_entry
       (created_at, action, caller, request_id, account_id, detail, actor_account_id, actor_user_id)
     SELECT now() - $4::interval, 'key.update', 'dashboard', 'test', $1, '{}', $1, $2 FROM generate_series(1, $3)`,
    [accountId, userId, count, age],
  );

const actorIn = (accountId: string, userId = accountId) => ({ accountId, userId, sessionId: '' });

it("refuses edits by a user who has made a day's maximum of entries, and changes nothing", async () => {
  const { id: accountId } = await createAccount(running);
  const { id } = await createKey(running, accountId);
  const actor = actorIn(accountId);
  const rename = (name: string, by: typeof actor | undefined = actor) =>
    running.dashboard.updateKey({ id, accountId, name, monthlyCapRecords: undefined, actor: by }, call);
  await addEntries(accountId, accountId, MAXIMUM_ENTRIES_PER_DAY, '25 hours');
  await addEntries(accountId, accountId, MAXIMUM_ENTRIES_PER_DAY - 1, '23 hours');
  expect((await rename('last')).name).toBe('last');
  const refusal = { code: 'rate_limited', retryAfterSeconds: 3_600 };
  await expect(rename('one more')).rejects.toMatchObject(refusal);
  const setTopUp = (isOn: boolean) =>
    running.dashboard.recordAutoTopUp(
      { accountId, isOn, belowMicros: 1n, amountMicros: 1n, monthlyCapMicros: 1n, actor },
      call,
    );
  await expect(setTopUp(true)).rejects.toMatchObject(refusal);
  await setTopUp(false);
  const { keys } = await running.admin.listKeys({ accountId, ids: [] }, call);
  expect(keys[0]!.name).toBe('last');

  // Not refused: other users of the account, operators, and changes that take access away.
  expect((await rename('by another', actorIn(accountId, '00000000-0000-7000-8000-000000000001'))).name).toBe(
    'by another',
  );
  await running.admin.updateKey({ id, name: 'by command', monthlyCapRecords: undefined, ...byCommand }, call);
  expect((await running.dashboard.revokeKey({ id, accountId, actor }, call)).revokedAt).toBeDefined();
  expect((await auditOf(running, accountId)).at(-1)!.action).toBe('key.revoke');
});
