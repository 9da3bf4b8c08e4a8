import { startBeforeAll } from '@heliograph/testing';
import { byCommand, call, createAccount, createKey, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

it("lists only the account's keys, oldest first, including revoked ones", async () => {
  const { admin } = running;
  const account = await createAccount(running);
  await createKey(running, (await createAccount(running)).id, { name: 'not mine' });
  const first = await createKey(running, account.id, { name: 'first' });
  await createKey(running, account.id, { name: 'second' });
  await admin.revokeKey({ id: first.id, ...byCommand }, call);
  const { keys } = await admin.listKeys({ accountId: account.id }, call);
  expect(keys.map((key) => key.name)).toEqual(['first', 'second']);
  expect(keys.map((key) => key.revokedAt !== undefined)).toEqual([true, false]);
});

it('lists nothing for an account without keys, and fails for an unknown account', async () => {
  const account = await createAccount(running);
  expect(await running.admin.listKeys({ accountId: account.id }, call)).toEqual({ keys: [] });
  for (const accountId of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(running.admin.listKeys({ accountId }, call)).rejects.toMatchObject({ code: 'not_found' });
  }
});
