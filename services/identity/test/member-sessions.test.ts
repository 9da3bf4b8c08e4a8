import { cli, identity } from '@heliograph/proto';
import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { approve, authenticateToken, exchange, refresh } from './support/cli';
import { call } from './support/identity';
import { waitsOrEnds } from './support/locks';
import { actingIn, addMember, checkSession, newUser, switchTo, type SignedInUser } from './support/members';
import { authenticateSession } from './support/sign-in';
import { signInUser } from './support/sign-in-user';
import { startFakeIssuer } from './support/fake-issuer';

const { OWNER, DEVELOPER, VIEWER } = identity.MemberRole;
const { Verdict } = identity;

let owner: SignedInUser;
let member: SignedInUser;
const fixture = startBeforeAll(startFakeIssuer);
beforeEach(async () => {
  [owner, member] = [await newUser(fixture), await newUser(fixture)];
  await addMember(fixture.running, owner.homeId, member, 'developer');
});

const setRole = (role: identity.MemberRole) =>
  fixture.running.members.changeMemberRole(
    { accountId: owner.homeId, userId: member.userId, role, actor: actingIn(owner.homeId, owner) },
    call,
  );
const removeMember = () =>
  fixture.running.members.removeMember(
    { accountId: owner.homeId, userId: member.userId, actor: actingIn(owner.homeId, owner) },
    call,
  );

describe('a browser', () => {
  it('works in one account at a time, and its user starts there the next time', async () => {
    expect(await checkSession(fixture, member.sessionToken)).toMatchObject({
      account: { id: member.homeId },
      memberRole: OWNER,
      user: { id: member.userId, homeAccountId: member.homeId },
    });
    await switchTo(fixture, member, owner.homeId);
    const there = { account: { id: owner.homeId }, memberRole: DEVELOPER, user: { id: member.userId } };
    expect(await checkSession(fixture, member.sessionToken)).toMatchObject(there);
    const next = await signInUser(fixture, member.claims);
    expect(await checkSession(fixture, next.sessionToken)).toMatchObject(there);
    const { sessions } = await fixture.running.signIn.listSessions(
      { accountId: owner.homeId, userId: member.userId },
      call,
    );
    expect(sessions.map(({ accountId }) => accountId)).toEqual([owner.homeId, owner.homeId]);
    await switchTo(fixture, member, member.homeId);
    expect((await checkSession(fixture, member.sessionToken)).account!.id).toBe(member.homeId);
  });

  it('is not known there to a dashboard without members', async () => {
    await switchTo(fixture, member, owner.homeId);
    expect((await authenticateSession(fixture, member.sessionToken)).verdict).toBe(Verdict.UNKNOWN);
    await switchTo(fixture, member, member.homeId);
    expect((await authenticateSession(fixture, member.sessionToken)).verdict).toBe(Verdict.VALID);
  });

  it("cannot enter others' accounts or use others' sessions", async () => {
    const stranger = await newUser(fixture);
    for (const attempt of [
      () => switchTo(fixture, stranger, owner.homeId),
      () => switchTo(fixture, { ...stranger, sessionId: member.sessionId }, stranger.homeId),
      () => switchTo(fixture, stranger, crypto.randomUUID()),
      () => switchTo(fixture, stranger, 'x'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('follows a change of the role at once', async () => {
    await switchTo(fixture, member, owner.homeId);
    await setRole(VIEWER);
    expect((await checkSession(fixture, member.sessionToken)).memberRole).toBe(VIEWER);
  });

  it('is back in its own account after its user was removed', async () => {
    await switchTo(fixture, member, owner.homeId);
    await removeMember();
    expect(await checkSession(fixture, member.sessionToken)).toMatchObject({
      verdict: Verdict.VALID,
      account: { id: member.homeId },
    });
    expect(
      (await checkSession(fixture, (await signInUser(fixture, member.claims)).sessionToken)).account!.id,
    ).toBe(member.homeId);
  });

  it('is refused where its user is not a member, however it got there', async () => {
    await switchTo(fixture, member, owner.homeId);
    await fixture.running.pool.query(
      'DELETE FROM identity.membership WHERE account_id = $1 AND user_id = $2',
      [owner.homeId, member.userId],
    );
    expect(await checkSession(fixture, member.sessionToken)).toMatchObject({
      verdict: Verdict.REVOKED,
      memberRole: 0,
    });
  });

  it("has its user's operator role and suspension, not an account's", async () => {
    const operator = await newUser(fixture, { roles: ['operator'] });
    await addMember(fixture.running, operator.homeId, member, 'viewer');
    await switchTo(fixture, member, operator.homeId);
    expect((await checkSession(fixture, member.sessionToken)).account).toMatchObject({
      id: operator.homeId,
      role: identity.Role.USER,
    });
    await addMember(fixture.running, member.homeId, operator, 'viewer');
    await switchTo(fixture, operator, member.homeId);
    expect((await checkSession(fixture, operator.sessionToken)).account).toMatchObject({
      id: member.homeId,
      role: identity.Role.OPERATOR,
    });
    const suspend = (id: string, status: identity.AccountStatus) =>
      fixture.running.admin.setAccountStatus({ id, status, reason: '', actor: undefined }, call);
    await suspend(member.homeId, identity.AccountStatus.SUSPENDED);
    expect((await checkSession(fixture, member.sessionToken)).verdict).toBe(Verdict.ACCOUNT_SUSPENDED);
    expect(await checkSession(fixture, operator.sessionToken)).toMatchObject({
      verdict: Verdict.VALID,
      session: { accountId: operator.homeId },
      account: { id: operator.homeId },
      memberRole: OWNER,
    });
    await expect(switchTo(fixture, operator, member.homeId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await signInUser(fixture, operator.claims)).session!.accountId).toBe(operator.homeId);
    await suspend(member.homeId, identity.AccountStatus.ACTIVE);
    expect((await checkSession(fixture, operator.sessionToken)).account!.id).toBe(member.homeId);
  });

  it('is listed and ended only by its user, in any account', async () => {
    const { signIn } = fixture.running;
    const own = { accountId: owner.homeId, userId: owner.userId };
    const attempt = { ...own, sessionId: member.sessionId, actor: actingIn(owner.homeId, owner) };
    await switchTo(fixture, member, owner.homeId);
    const { sessions } = await signIn.listSessions(own, call);
    expect(sessions.map(({ id }) => id)).toEqual([owner.sessionId]);
    await expect(signIn.revokeSession(attempt, call)).rejects.toMatchObject({ code: 'not_found' });
    await signIn.revokeAllSessions({ ...own, includeCli: true, actor: attempt.actor }, call);
    expect((await checkSession(fixture, member.sessionToken)).verdict).toBe(Verdict.VALID);
    expect((await checkSession(fixture, owner.sessionToken)).verdict).toBe(Verdict.UNKNOWN);
    // Operators end those of a whole account.
    await signIn.revokeAllSessions({ accountId: owner.homeId, includeCli: true, actor: undefined }, call);
    expect((await checkSession(fixture, member.sessionToken)).verdict).toBe(Verdict.UNKNOWN);
  });

  it('is ended everywhere in the log of the home account, wherever its user works', async () => {
    await switchTo(fixture, member, owner.homeId);
    const request = { accountId: owner.homeId, userId: member.userId, includeCli: true };
    await fixture.running.signIn.revokeAllSessions(
      { ...request, actor: actingIn(owner.homeId, member) },
      call,
    );
    const entriesOf = async (accountId: string) => {
      const page = { accountId, limit: 1, pageToken: '', userId: member.userId };
      return (await fixture.running.dashboard.listAuditEntries(page, call)).entries;
    };
    expect(await entriesOf(owner.homeId)).toEqual([]);
    expect(await entriesOf(member.homeId)).toMatchObject([
      { action: 'session.revoke_all', actorAccountId: member.homeId, actorUser: { id: member.userId } },
    ]);
  });
});

describe('the command-line client', () => {
  const logIn = async (user: SignedInUser, accountId: string) =>
    exchange(
      fixture.running,
      await approve(fixture.running, accountId, { actor: actingIn(accountId, user) }),
    );
  const verdictOf = async ({ accessToken }: cli.TokenResponse) =>
    (await authenticateToken(fixture.running, accessToken)).verdict;

  it('is a user in an account, and lives and dies with the role', async () => {
    const tokens = await logIn(member, owner.homeId);
    const atHome = await logIn(member, member.homeId);
    expect(await authenticateToken(fixture.running, tokens.accessToken)).toMatchObject({
      verdict: Verdict.VALID,
      accountId: owner.homeId,
    });
    const found = await fixture.running.cliClient.getCliSession({ sessionId: tokens.session!.id }, call);
    expect(found).toMatchObject({ account: { id: owner.homeId }, user: { email: member.email } });
    await setRole(VIEWER);
    expect(await verdictOf(tokens)).not.toBe(Verdict.VALID);
    expect((await refresh(fixture.running, tokens.refreshToken)).outcome).toBe(
      cli.TokenResponse_Outcome.INVALID_GRANT,
    );
    expect(await verdictOf(atHome)).toBe(Verdict.VALID);
    await expect(logIn(member, owner.homeId)).rejects.toMatchObject({ code: 'not_found' });
    await setRole(DEVELOPER);
    const again = await logIn(member, owner.homeId);
    await removeMember();
    expect(await verdictOf(again)).not.toBe(Verdict.VALID);
    expect(await verdictOf(atHome)).toBe(Verdict.VALID);
  });

  it('redeems nothing that was approved before its user lost the role', async () => {
    const approved = await approve(fixture.running, owner.homeId, {
      actor: actingIn(owner.homeId, member),
    });
    await setRole(VIEWER);
    expect((await exchange(fixture.running, approved)).outcome).toBe(cli.TokenResponse_Outcome.INVALID_GRANT);
  });

  it('redeems nothing that was approved while its user was removed', async () => {
    const { pool } = fixture.running;
    const held = await holdLocks(pool, 'SELECT FROM identity.user WHERE user_id = $1 FOR UPDATE', [
      member.userId,
    ]);
    const approval = approve(fixture.running, owner.homeId, { actor: actingIn(owner.homeId, member) });
    await held.untilAnotherWaits();
    const removal = removeMember();
    await waitFor(waitsOrEnds(pool, removal, 1));
    await held.commit();
    await removal;
    expect((await exchange(fixture.running, await approval)).outcome).toBe(
      cli.TokenResponse_Outcome.INVALID_GRANT,
    );
  });

  it('is refused by the role alone, even if its session stayed', async () => {
    const tokens = await logIn(member, owner.homeId);
    await fixture.running.pool.query(
      `UPDATE identity.membership SET role = 'billing' WHERE account_id = $1 AND user_id = $2`,
      [owner.homeId, member.userId],
    );
    expect(await verdictOf(tokens)).toBe(Verdict.REVOKED);
    expect((await refresh(fixture.running, tokens.refreshToken)).outcome).toBe(
      cli.TokenResponse_Outcome.INVALID_GRANT,
    );
  });

  it('is listed and ended only by its user', async () => {
    const { session } = await logIn(member, owner.homeId);
    const { cliUser } = fixture.running;
    const list = ({ userId }: SignedInUser) =>
      cliUser.listCliSessions({ accountId: owner.homeId, userId }, call);
    expect((await list(owner)).sessions).toEqual([]);
    expect((await list(member)).sessions).toMatchObject([{ id: session!.id }]);
    const revoke = (user: SignedInUser) =>
      cliUser.revokeCliSession(
        {
          accountId: owner.homeId,
          userId: user.userId,
          sessionId: session!.id,
          actor: actingIn(owner.homeId, user),
        },
        call,
      );
    await expect(revoke(owner)).rejects.toMatchObject({ code: 'not_found' });
    await revoke(member);
    expect((await list(member)).sessions).toEqual([]);
  });

  it('is logged under the name of its user, who ends it from another account', async () => {
    const { session } = await logIn(member, owner.homeId);
    const { cliUser, dashboard } = fixture.running;
    const own = { accountId: member.homeId, userId: member.userId, actor: actingIn(member.homeId, member) };
    await cliUser.revokeCliSession({ ...own, sessionId: session!.id }, call);
    const log = { accountId: owner.homeId, limit: 1, pageToken: '', userId: member.userId };
    const { entries } = await dashboard.listAuditEntries(log, call);
    expect(entries).toMatchObject([
      { action: 'cli_session.revoke', actorUser: { id: member.userId }, actorAccountId: owner.homeId },
    ]);
  });
});
