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

const { ACTIVE, DISABLED, SUSPENDED } = identity.AccountStatus;

const running = startBeforeAll(startTestIdentity);

it("changes the verdict for all of the account's keys, and back", async () => {
  const { admin } = running;
  const { id } = await createAccount(running);
  const { secret } = await createKey(running, id);
  const verdictAfter = async (status: identity.AccountStatus) => {
    expect(
      (await admin.setAccountStatus({ id, status, reason: 'test', actor: undefined }, call)).status,
    ).toBe(status);
    return (await authenticate(running, secret)).verdict;
  };
  expect(await verdictAfter(DISABLED)).toBe(identity.Verdict.ACCOUNT_DISABLED);
  expect(await verdictAfter(SUSPENDED)).toBe(identity.Verdict.ACCOUNT_SUSPENDED);
  expect(await verdictAfter(ACTIVE)).toBe(identity.Verdict.VALID);
});

it('logs each change with its reason, and nothing when nothing changed', async () => {
  const { admin } = running;
  const { id } = await createAccount(running);
  await admin.setAccountStatus({ id, status: SUSPENDED, reason: 'abuse', actor: undefined }, call);
  await admin.setAccountStatus({ id, status: SUSPENDED, reason: 'abuse again', actor: undefined }, call);
  const [, ...changes] = await auditOf(running, id);
  expect(changes).toMatchObject([
    { action: 'account.status', detail: { from: 'active', to: 'suspended', reason: 'abuse' } },
  ]);
});

it('preserves a suspension through all other changes to the account', async () => {
  const { admin } = running;
  const { id } = await createAccount(running);
  await admin.setAccountStatus({ id, status: SUSPENDED, reason: '', actor: undefined }, call);
  const { id: keyId } = await createKey(running, id);
  await admin.revokeKey({ id: keyId, ...byCommand }, call);
  expect((await admin.getAccount({ id }, call)).status).toBe(SUSPENDED);
});

it('refuses an invalid status, and an unknown account', async () => {
  const { admin } = running;
  const { id } = await createAccount(running);
  await expect(
    admin.setAccountStatus({ id, status: 0, reason: '', actor: undefined }, call),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  await expect(
    admin.setAccountStatus({ id: 'x', status: ACTIVE, reason: '', actor: undefined }, call),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
});
