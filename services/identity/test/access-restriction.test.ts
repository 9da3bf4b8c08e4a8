import { identity } from '@heliograph/proto';
import { startBeforeEach } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticateToken, logIn, refresh } from './support/cli';
import { authenticate, call, createAccount, createKey, startTestIdentity } from './support/identity';

const { Role, Verdict } = identity;

const running = startBeforeEach(startTestIdentity);

const set = (active: boolean, message: string, actor?: identity.Actor) =>
  running.dashboard.setAccessRestriction({ active, message, actor }, call);

it('is off and never set in a new installation', async () => {
  const off = { active: false, message: '', changedAt: undefined };
  expect(await running.admin.getAccessRestriction({}, call)).toEqual(off);
});

it("refuses everyone's keys and tokens except operators', with the message, until it is lifted", async () => {
  const [user, operator] = [await createAccount(running), await createAccount(running)];
  const request = {
    id: operator.id,
    name: undefined,
    plan: 0,
    role: Role.OPERATOR,
    reason: '',
    actor: undefined,
  };
  await running.admin.updateAccount(request, call);
  const keys = [await createKey(running, user.id), await createKey(running, operator.id)];
  const tokens = [await logIn(running, user.id), await logIn(running, operator.id)];
  const verdicts = async () => [
    ...(await Promise.all(keys.map(({ secret }) => authenticate(running, secret)))),
    ...(await Promise.all(tokens.map(({ accessToken }) => authenticateToken(running, accessToken)))),
  ];
  const { changedAt } = await set(true, ' Back at noon. ');
  expect(Math.abs(Number(changedAt) - Date.now())).toBeLessThan(60_000);
  const refused = {
    verdict: Verdict.ACCESS_RESTRICTED,
    restrictionMessage: 'Back at noon.',
    accountId: user.id,
  };
  const allowed = { verdict: Verdict.VALID, restrictionMessage: '', accountId: operator.id };
  expect(await verdicts()).toMatchObject([refused, allowed, refused, allowed]);
  // Meanwhile, the client keeps its session.
  expect((await refresh(running, tokens[0]!.refreshToken)).outcome).toBe(1);
  await set(false, '');
  expect((await authenticate(running, keys[0]!.secret)).verdict).toBe(Verdict.VALID);
});

it('is on after the statement that backup.md has run before a start, and lifted as usual', async () => {
  const guide = readFileSync(join(__dirname, '../../../docs/operations/backup.md'), 'utf8');
  const [, sql, message] = /^(UPDATE identity\.access_restriction .* = '(.+)';)$/m.exec(guide)!;
  await running.pool.query(sql!);
  expect(await running.admin.getAccessRestriction({}, call)).toMatchObject({ active: true, message });
  expect(await set(false, '')).toMatchObject({ active: false });
});

it("refuses the keys that a member made in an operator's account", async () => {
  const [member, operator] = [await createAccount(running), await createAccount(running)];
  const role = Role.OPERATOR;
  await running.admin.updateAccount(
    { id: operator.id, name: undefined, plan: 0, role, reason: '', actor: undefined },
    call,
  );
  await set(true, 'closed');
  // A new account has the id of its user; the command line names none.
  for (const [userId, verdict] of [
    [member.id, Verdict.ACCESS_RESTRICTED],
    [operator.id, Verdict.VALID],
    [undefined, Verdict.VALID],
  ] as const) {
    const actor = userId === undefined ? undefined : { accountId: operator.id, sessionId: '', userId };
    const { secret } = await createKey(running, operator.id, { actor });
    expect((await authenticate(running, secret)).verdict).toBe(verdict);
  }
});

it('does not revive dead keys and does not change accounts', async () => {
  const { id } = await createAccount(running);
  const key = await createKey(running, id);
  await set(true, 'closed');
  const status = identity.AccountStatus.SUSPENDED;
  await running.admin.setAccountStatus({ id, status, reason: '', actor: undefined }, call);
  expect((await authenticate(running, key.secret)).verdict).toBe(Verdict.ACCOUNT_SUSPENDED);
});

it('is logged with its actor, and only when something changed', async () => {
  const { id: accountId } = await createAccount(running);
  const actor = { accountId, sessionId: accountId };
  await set(true, 'closed', actor);
  await set(true, 'closed', actor);
  await set(true, 'closed until noon', actor);
  await set(false, 'closed until noon', actor);
  const { entries, nextPageToken } = await running.admin.listAuditEntries(
    { accountId: '', limit: 0, pageToken: '', userId: '' },
    call,
  );
  expect(nextPageToken).toBe('');
  expect(entries.map(({ detailJson }) => JSON.parse(detailJson) as unknown)).toEqual([
    { active: { from: true, to: false }, message: 'closed until noon' },
    { active: { from: true, to: true }, message: 'closed until noon' },
    { active: { from: false, to: true }, message: 'closed' },
  ]);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      action: 'restriction.set',
      caller: 'dashboard',
      actorAccountId: accountId,
    });
  }
});

it.each([
  ['without a message', true, ' '],
  ['with a message that is too long', true, 'x'.repeat(501)],
  ['with a message of control characters', false, 'a\u0000b'],
])('is refused %s', async (_what, active, message) => {
  await expect(set(active, message)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'message' }],
  });
});
