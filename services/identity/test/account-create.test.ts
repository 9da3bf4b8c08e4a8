import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { auditOf, call, createAccount, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

it('creates an active account and returns it', async () => {
  const { admin } = running;
  const account = await admin.createAccount({ email: ' Ada@Example.com ', plan: identity.Plan.PAID }, call);
  expect(account).toMatchObject({
    email: 'Ada@Example.com',
    plan: identity.Plan.PAID,
    status: identity.AccountStatus.ACTIVE,
  });
  expect(Math.abs(Number(account.createdAt) - Date.now())).toBeLessThan(60_000);
  expect(await admin.getAccount({ id: account.id }, call)).toEqual(account);
  expect(await auditOf(running, account.id)).toEqual([
    {
      action: 'account.create',
      caller: 'admin',
      request_id: 'test-request',
      key_id: null,
      detail: { email: 'Ada@Example.com', plan: 'paid' },
    },
  ]);
});

it('assigns the free plan by default', async () => {
  const account = await running.admin.createAccount({ email: 'free@example.com', plan: 0 }, call);
  expect(account.plan).toBe(identity.Plan.FREE);
});

it('refuses a second account for an address in any case', async () => {
  await createAccount(running, 'Grace@example.com');
  await expect(createAccount(running, 'gRACE@EXAMPLE.COM')).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'email', message: 'belongs to another account' }],
  });
});

it('refuses a second account for an address in any spelling of its domain, also of one stored in Unicode', async () => {
  const refusal = { code: 'invalid_parameter', issues: [{ parameter: 'email' }] };
  const { id } = await createAccount(running, 'ida@m\u00fcnchen.example');
  const spellings = ['Ida@xn--mnchen-3ya.example', 'ida@M\u00fcnchen.example'];
  for (const email of spellings) await expect(createAccount(running, email)).rejects.toMatchObject(refusal);
  await running.pool.query('UPDATE identity.account SET email_key = $2 WHERE account_id = $1', [
    id,
    'ida@m\u00fcnchen.example',
  ]);
  for (const email of spellings) await expect(createAccount(running, email)).rejects.toMatchObject(refusal);
  for (const query of [...spellings, 'm\u00fcnchen']) {
    const { accounts } = await running.dashboard.listAccounts({ query, limit: 10, pageToken: '' }, call);
    expect(accounts.map((account) => account.id)).toEqual([id]);
  }
});

it('creates one account when an address is registered concurrently', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      createAccount(running, index % 2 ? 'RACE@example.com' : 'race@example.com'),
    ),
  );
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_parameter' });
  }
});

it.each(['', 'nobody', 'a@b@c', 'a b@example.com', 'nul\u0000@example.com'])(
  'rejects %j as an address',
  async (email) => {
    await expect(createAccount(running, email)).rejects.toMatchObject({ code: 'invalid_parameter' });
  },
);

it.each(['00000000-0000-7000-8000-000000000000', '', 'nonsense', "' OR 1=1 --"])(
  'finds no account by the id %j',
  async (id) => {
    await expect(running.admin.getAccount({ id }, call)).rejects.toMatchObject({ code: 'not_found' });
  },
);
