import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call } from './support/identity';
import { signInUser } from './support/sign-in-user';
import { authenticateSession, complete } from './support/sign-in';
import { startStandInIssuer } from './support/stand-in-issuer';

const { AccountStatus, Verdict } = identity;

const world = startBeforeAll(startStandInIssuer);

const setStatus = (id: string, status: identity.AccountStatus) =>
  world.running.admin.setAccountStatus({ id, status, reason: '', actor: undefined }, call);

it('does not know an unknown session or an invalid hash', async () => {
  expect(await authenticateSession(world, 'nothing')).toEqual({
    verdict: Verdict.UNKNOWN,
    session: undefined,
    account: undefined,
    restriction: undefined,
    user: undefined,
    memberRole: 0,
  });
  await expect(
    world.running.signIn.authenticateSession({ tokenHash: Buffer.alloc(31) }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter' });
});

it.each([
  [AccountStatus.SUSPENDED, Verdict.ACCOUNT_SUSPENDED, 'account_suspended'],
  [AccountStatus.DISABLED, Verdict.ACCOUNT_DISABLED, 'account_disabled'],
])(
  'refuses an account with status %s in mid-session and admits it again later',
  async (status, verdict, code) => {
    const claims = { sub: `status-${status}`, email: `status-${status}@example.com` };
    const { account, session, sessionToken } = await signInUser(world, claims);
    await setStatus(account!.id, status);
    expect(await authenticateSession(world, sessionToken)).toMatchObject({
      verdict,
      session: { id: session!.id },
      account: { id: account!.id, status },
    });
    await expect(complete(world, await world.visit(claims))).rejects.toMatchObject({ code });
    await setStatus(account!.id, AccountStatus.ACTIVE);
    expect((await authenticateSession(world, sessionToken)).verdict).toBe(Verdict.VALID);
  },
);

it('does not extend a refused session', async () => {
  const { account, sessionToken } = await signInUser(world);
  await world.running.pool.query(
    `UPDATE identity.web_session SET last_seen_at = now() - interval '1 hour' WHERE account_id = $1`,
    [account!.id],
  );
  const ends = async () => (await authenticateSession(world, sessionToken)).session!.idleExpiresAt!.getTime();
  await setStatus(account!.id, AccountStatus.SUSPENDED);
  const end = await ends();
  expect(await ends()).toBe(end);
  await setStatus(account!.id, AccountStatus.ACTIVE);
  expect(await ends()).toBeGreaterThan(end);
});

it('admits only operators while access is restricted; they can still sign in and out', async () => {
  const user = await signInUser(world);
  const operator = await signInUser(world, { roles: ['operator'] });
  const set = (active: boolean) =>
    world.running.admin.setAccessRestriction({ active, message: 'Back at noon.', actor: undefined }, call);
  await set(true);
  const refused = await authenticateSession(world, user.sessionToken);
  expect(refused).toMatchObject({
    verdict: Verdict.ACCESS_RESTRICTED,
    account: { id: user.account!.id },
    restriction: { active: true, message: 'Back at noon.' },
  });
  expect(await authenticateSession(world, operator.sessionToken)).toMatchObject({
    verdict: Verdict.VALID,
    restriction: { active: true, message: 'Back at noon.' },
  });
  await signInUser(world);
  await set(false);
  expect((await authenticateSession(world, user.sessionToken)).verdict).toBe(Verdict.VALID);
});
