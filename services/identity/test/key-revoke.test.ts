import { identity } from '@heliograph/proto';
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

const running = startBeforeAll(startTestIdentity);

it('takes effect at the next authentication, only for this key', async () => {
  const { admin } = running;
  const account = await createAccount(running);
  const [revoked, kept] = [await createKey(running, account.id), await createKey(running, account.id)];
  const key = await admin.revokeKey({ id: revoked.id, ...byCommand }, call);
  expect(key.revokedAt).toBeInstanceOf(Date);
  expect((await authenticate(running, revoked.secret)).verdict).toBe(identity.Verdict.REVOKED);
  expect((await authenticate(running, kept.secret)).verdict).toBe(identity.Verdict.VALID);
});

it('changes and logs nothing the second time', async () => {
  const { admin } = running;
  const account = await createAccount(running);
  const { id } = await createKey(running, account.id);
  const first = await admin.revokeKey({ id, ...byCommand }, call);
  expect(await admin.revokeKey({ id, ...byCommand }, call)).toEqual(first);
  const log = await auditOf(running, account.id);
  expect(log.filter((entry) => entry.action === 'key.revoke')).toHaveLength(1);
});

it('refuses an unknown key', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(running.admin.revokeKey({ id, ...byCommand }, call)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});
