import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call } from './support/identity';
import { signInUser } from './support/sign-in-user';
import { authenticateSession, complete } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const { AccountStatus, Verdict } = identity;

const fixture = startBeforeAll(startFakeIssuer);

const setStatus = (id: string, status: identity.AccountStatus) =>
  fixture.running.admin.setAccountStatus({ id, status, reason: '', actor: undefined }, call);

it('does not know an unknown session or an invalid hash', async () => {
  expect(await authenticateSession(fixture, 'nothing')).toEqual({
    verdict: Verdict.UNKNOWN,
    session: undefined,
    account: undefined,
    restriction: undefined,
    user: undefined,
    memberRole: 0,
  });
  await expect(
    fixture.running.signIn.authenticateSession({ tokenHash: Buffer.alloc(31) }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter' });
});

it.each([
  [AccountStatus.SUSPENDED, Verdict.ACCOUNT_SUSPENDED, 'account_suspended'],
  [AccountStatus.DISABLED, Verdict.ACCOUNT_DISABLED, 'account_disabled'],
])(
  'refuses an account with status %s in mid-session and admits it again later',
  async (status, verdict, code) => {
    const claims = { sub: `status-${status}`, email: `status-${status}@example.com` };
    const { account, session, sessionToken } = await signInUser(fixture, claims);
    await setStatus(account!.id, status);
    expect(await authenticateSession(fixture, sessionToken)).toMatchObject({
      verdict,
      session: { id: session!.id },
      account: { id: account!.id, status },
    });
    await expect(complete(fixture, await fixture.visit(claims))).rejects.toMatchObject({ code });
    await setStatus(account!.id, AccountStatus.ACTIVE);
    expect((await authenticateSession(fixture, sessionToken)).verdict).toBe(Verdict.VALID);
  },
);

it('does not extend a refused session', async () => {
  const { account, sessionToken } = await signInUser(fixture);
  await fixture.running.pool.query(
    `UPDATE identity.web_session SET last_seen_at = now() - interval '1 hour' WHERE account_id = $1`,
    [account!.id],
  );
  const ends = async () =>
    (await authenticateSession(fixture, sessionToken)).session!.idleExpiresAt!.getTime();
  await setStatus(account!.id, AccountStatus.SUSPENDED);
  const end = await ends();
  expect(await ends()).toBe(end);
  await setStatus(account!.id, AccountStatus.ACTIVE);
  expect(await ends()).toBeGreaterThan(end);
});

it('admits only operators while access is restricted; they can still sign in and out', async () => {
  const user = await signInUser(fixture);
  const operator = await signInUser(fixture, { roles: ['operator'] });
  const set = (active: boolean) =>
    fixture.running.admin.setAccessRestriction({ active, message: 'Back at noon.', actor: undefined }, call);
  await set(true);
  const refused = await authenticateSession(fixture, user.sessionToken);
  expect(refused).toMatchObject({
    verdict: Verdict.ACCESS_RESTRICTED,
    account: { id: user.account!.id },
    restriction: { active: true, message: 'Back at noon.' },
  });
  expect(await authenticateSession(fixture, operator.sessionToken)).toMatchObject({
    verdict: Verdict.VALID,
    restriction: { active: true, message: 'Back at noon.' },
  });
  await signInUser(fixture);
  await set(false);
  expect((await authenticateSession(fixture, user.sessionToken)).verdict).toBe(Verdict.VALID);
});
