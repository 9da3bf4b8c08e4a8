import { startBeforeAll } from '@heliograph/testing';
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
beforeEach(async () => {
  accountId = (await createAccount(running)).id;
});

const update = (id: string, changes: { name?: string; monthlyCapRecords?: bigint }) =>
  running.admin.updateKey(
    { id, name: undefined, monthlyCapRecords: undefined, ...byCommand, ...changes },
    call,
  );

it('sets, changes, and removes the cap, as the next authentication shows', async () => {
  const { id, secret, key } = await createKey(running, accountId, { monthlyCapRecords: 500n });
  const cap = async () => (await authenticate(running, secret)).monthlyCapRecords;
  expect([key.monthlyCapRecords, await cap()]).toEqual([500n, 500n]);
  expect((await update(id, { monthlyCapRecords: 1_000_000_000_000n })).monthlyCapRecords).toBe(
    1_000_000_000_000n,
  );
  expect(await cap()).toBe(1_000_000_000_000n);
  expect((await update(id, { monthlyCapRecords: 0n })).monthlyCapRecords).toBeUndefined();
  expect(await cap()).toBeUndefined();
});

it('keeps fields that are not named', async () => {
  const { id, key } = await createKey(running, accountId, { name: 'old', monthlyCapRecords: 7n });
  expect(await update(id, { name: 'new' })).toEqual({ ...key, name: 'new' });
  expect(await update(id, { monthlyCapRecords: 8n })).toEqual({ ...key, name: 'new', monthlyCapRecords: 8n });
  expect(await update(id, { name: '' })).toEqual({ ...key, name: '', monthlyCapRecords: 8n });
  const { keys } = await running.admin.listKeys({ accountId, ids: [] }, call);
  expect(keys).toEqual([{ ...key, name: '', monthlyCapRecords: 8n }]);
});

it('logs old and new values, and nothing when nothing changed', async () => {
  const { id, key } = await createKey(running, accountId, { name: 'a', monthlyCapRecords: 5n });
  await update(id, { name: 'b', monthlyCapRecords: 0n });
  await update(id, { name: 'b', monthlyCapRecords: 0n });
  await update(id, {});
  await update(id, { monthlyCapRecords: 9n });
  const log = (await auditOf(running, accountId)).filter(({ action }) => action === 'key.update');
  expect(log).toEqual([
    {
      action: 'key.update',
      caller: 'admin',
      request_id: 'test-request',
      key_id: id,
      detail: { hint: key.hint, name: { from: 'a', to: 'b' }, monthlyCap: { from: 5, to: null } },
    },
    expect.objectContaining({ detail: { hint: key.hint, monthlyCap: { from: null, to: 9 } } }),
  ]);
});

it('refuses an unknown key', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(update(id, { name: 'a' })).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('refuses a revoked key without changing it', async () => {
  const { id } = await createKey(running, accountId, { name: 'a' });
  const revoked = await running.admin.revokeKey({ id, ...byCommand }, call);
  await expect(update(id, { name: 'b', monthlyCapRecords: 1n })).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'id' }],
  });
  expect((await running.admin.listKeys({ accountId, ids: [] }, call)).keys).toEqual([revoked]);
});

it('names all issues at once', async () => {
  const { id } = await createKey(running, accountId);
  await expect(update(id, { name: '\n', monthlyCapRecords: 1_000_000_000_001n })).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'name' }, { parameter: 'monthly_cap_records' }],
  });
});

it('is only for the operator', async () => {
  const { id } = await createKey(running, accountId);
  const request = { id, name: 'mine', monthlyCapRecords: 0n, ...byCommand };
  await expect(running.gateway.updateKey(request, call)).rejects.toMatchObject({ code: 'internal' });
});
