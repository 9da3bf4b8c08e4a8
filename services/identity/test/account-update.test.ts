import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { auditOf, authenticate, call, createAccount, createKey, startTestIdentity } from './support/identity';

const { Plan, Role } = identity;

const running = startBeforeAll(startTestIdentity);

const update = (id: string, changes: Partial<identity.UpdateAccountRequest>) =>
  running.dashboard.updateAccount(
    { id, name: undefined, plan: 0, role: 0, reason: '', actor: undefined, ...changes },
    call,
  );

it('changes name, plan, and role independently', async () => {
  const account = await createAccount(running);
  expect(account).toMatchObject({ name: '', plan: Plan.FREE, role: Role.USER, lastSignInAt: undefined });
  expect(await update(account.id, { name: ' Ada ' })).toEqual({ ...account, name: 'Ada' });
  expect(await update(account.id, { plan: Plan.PAID })).toMatchObject({ name: 'Ada', plan: Plan.PAID });
  expect(await update(account.id, { role: Role.OPERATOR })).toMatchObject({
    plan: Plan.PAID,
    role: Role.OPERATOR,
  });
  expect(await update(account.id, { name: '' })).toMatchObject({ name: '', role: Role.OPERATOR });
  expect(await update(account.id, {})).toEqual(await running.admin.getAccount({ id: account.id }, call));
});

it('logs old and new values, actor, and reason, and nothing when nothing changed', async () => {
  const { id } = await createAccount(running);
  const operator = (await createAccount(running)).id;
  const actor = { accountId: operator, sessionId: operator };
  await update(id, { name: 'Ada', plan: Plan.PAID, reason: 'invoice 7', actor });
  await update(id, { name: 'Ada', plan: Plan.PAID, reason: 'again', actor });
  expect((await auditOf(running, id)).slice(1)).toEqual([
    {
      action: 'account.update',
      caller: 'dashboard',
      request_id: 'test-request',
      key_id: null,
      detail: {
        name: { from: '', to: 'Ada' },
        plan: { from: 'free', to: 'paid' },
        reason: 'invoice 7',
      },
    },
  ]);
  const { rows } = await running.pool.query(
    `SELECT actor_account_id, actor_session_id FROM identity.audit_entry
     WHERE account_id = $1 AND action = 'account.update'`,
    [id],
  );
  expect(rows).toEqual([{ actor_account_id: operator, actor_session_id: operator }]);
});

it('sets whether logs keep queries, and tells the gateway with each credential', async () => {
  const account = await createAccount(running);
  expect(account.logsQueries).toBe(false);
  const { secret } = await createKey(running, account.id);
  const logsQueries = async () => (await authenticate(running, secret)).logsQueries;
  expect(await logsQueries()).toBe(false);
  expect(await update(account.id, { logsQueries: true })).toEqual({ ...account, logsQueries: true });
  expect(await logsQueries()).toBe(true);
  // Other changes leave it as it is.
  expect(await update(account.id, { name: 'Ada' })).toMatchObject({ logsQueries: true });
  expect(await update(account.id, { logsQueries: false })).toMatchObject({ logsQueries: false });
  expect(await logsQueries()).toBe(false);
  expect((await auditOf(running, account.id)).at(-1)).toMatchObject({
    action: 'account.update',
    detail: { logsQueries: { from: true, to: false } },
  });
});

it('names all issues at once', async () => {
  const { id } = await createAccount(running);
  const plan = 9 as identity.Plan;
  const role = 9 as identity.Role;
  await expect(update(id, { name: '\n\u0000x', plan, role, reason: 'x'.repeat(501) })).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'name' }, { parameter: 'plan' }, { parameter: 'role' }, { parameter: 'reason' }],
  });
});

it('refuses an unknown account', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(update(id, { name: 'a' })).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('stores a name verbatim, including markup: escaping is up to the display', async () => {
  const { id } = await createAccount(running);
  const name = `<script>alert("1")</script> & 'Ada'`;
  expect((await update(id, { name })).name).toBe(name);
});
