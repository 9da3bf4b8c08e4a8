import { startBeforeAll } from '@heliograph/testing';
import { call, createAccount, createKey, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

it('may change and revoke a key, which no one else can find', async () => {
  const { dashboard } = running;
  const [mine, other] = [(await createAccount(running)).id, (await createAccount(running)).id];
  const { id, key } = await createKey(running, mine);
  const changes = { id, name: 'changed', monthlyCapRecords: undefined, actor: undefined };
  for (const accountId of [other, 'x']) {
    await expect(dashboard.updateKey({ ...changes, accountId }, call)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(dashboard.revokeKey({ id, accountId, actor: undefined }, call)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
  const { keys } = await dashboard.listKeys({ accountId: mine, ids: [] }, call);
  expect(keys).toEqual([key]);
  expect(await dashboard.updateKey({ ...changes, accountId: mine }, call)).toMatchObject({ name: 'changed' });
  const revoked = await dashboard.revokeKey({ id, accountId: mine, actor: undefined }, call);
  expect(revoked.revokedAt).toBeInstanceOf(Date);
});
