import { startBeforeAll } from '@heliograph/testing';
import { auditOf, byCommand, call, createAccount, createKey, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

it('is written, or the change is not made', async () => {
  const { admin, pool } = running;
  const account = await createAccount(running);
  const { id } = await createKey(running, account.id);
  await pool.query('ALTER TABLE identity.audit_entry ADD CONSTRAINT test_refuses CHECK (false) NOT VALID');
  try {
    await expect(admin.revokeKey({ id, ...byCommand }, call)).rejects.toMatchObject({ code: 'internal' });
    const update = { id, name: 'unlogged', monthlyCapRecords: 5n, ...byCommand };
    await expect(admin.updateKey(update, call)).rejects.toMatchObject({ code: 'internal' });
    await expect(
      admin.setAccountStatus({ id: account.id, status: 2, reason: '', actor: undefined }, call),
    ).rejects.toThrow();
    await expect(createKey(running, account.id)).rejects.toThrow();
    await expect(createAccount(running, 'unlogged@example.com')).rejects.toThrow();
  } finally {
    await pool.query('ALTER TABLE identity.audit_entry DROP CONSTRAINT test_refuses');
  }
  const { keys } = await admin.listKeys({ accountId: account.id, ids: [] }, call);
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ revokedAt: undefined, name: '', monthlyCapRecords: undefined });
  expect((await admin.getAccount({ id: account.id }, call)).status).toBe(1);
  await createAccount(running, 'unlogged@example.com');
});

it('cannot be changed', async () => {
  const account = await createAccount(running);
  for (const sql of [
    `UPDATE identity.audit_entry SET action = 'nothing'`,
    'DELETE FROM identity.audit_entry',
    'TRUNCATE identity.audit_entry',
  ]) {
    await expect(running.pool.query(sql)).rejects.toThrow('append-only');
  }
  expect(await auditOf(running, account.id)).toHaveLength(1);
});
