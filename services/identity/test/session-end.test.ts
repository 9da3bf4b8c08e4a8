import { identity } from '@heliograph/proto';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { startBeforeAll } from '@heliograph/testing';
import { auditOf, call, createAccount } from './support/identity';
import { logIn, refresh } from './support/cli';
import { signInUser } from './support/sign-in-user';
import { authenticateSession, tokenHash } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const { Verdict } = identity;
const NOBODY = '00000000-0000-7000-8000-000000000000';

const fixture = startBeforeAll(startFakeIssuer);
beforeAll(() => {
  fixture.behavior.metadata = { end_session_endpoint: `${fixture.dashboardUrl}/end` };
});

const verdictOf = async (token: string) => (await authenticateSession(fixture, token)).verdict;
const endingsOf = async (accountId: string) =>
  (await auditOf(fixture.running, accountId)).filter(({ action }) => !/create/.test(action));

it('happens on sign-out, only in this browser, and says where the issuer ends its own session', async () => {
  const { running, dashboardUrl } = fixture;
  const claims = { sub: 'out', email: 'out@example.com' };
  const [here, there] = [await signInUser(fixture, claims), await signInUser(fixture, claims)];
  const request = { tokenHash: tokenHash(here.sessionToken) };
  const { endSessionUrl } = await running.signIn.signOut(request, call);
  const url = new URL(endSessionUrl);
  expect(url.origin + url.pathname).toBe(`${dashboardUrl}/end`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'heliograph-dashboard',
    post_logout_redirect_uri: `${dashboardUrl}/`,
    logout_uri: `${dashboardUrl}/`,
    id_token_hint: expect.stringMatching(/^ey/) as string,
  });
  expect(decodeJwt(url.searchParams.get('id_token_hint')!)).toMatchObject(claims);
  expect(await verdictOf(here.sessionToken)).toBe(Verdict.UNKNOWN);
  expect(await verdictOf(there.sessionToken)).toBe(Verdict.VALID);
  // Repeating it is neither an error nor logged.
  const repeated = await running.signIn.signOut(request, call);
  expect(repeated.endSessionUrl).not.toContain('id_token_hint');
  expect(await endingsOf(here.account!.id)).toMatchObject([
    { action: 'session.end', detail: { sessionId: here.session!.id } },
  ]);
});

it("sends the issuer no ID token that would break its page: a huge one, or a former issuer's or client's", async () => {
  const { running, dashboardUrl } = fixture;
  const claims = { sub: 'kept', email: 'kept@example.com' };
  const groups = Array.from({ length: 200 }, () => NOBODY);
  const huge = await signInUser(fixture, { ...claims, groups });
  const sessions = [huge.sessionToken];
  for (const change of [{ iss: 'https://former.example' }, { aud: 'former-client' }]) {
    const { sessionToken } = await signInUser(fixture, claims);
    const idToken = new UnsecuredJWT({ iss: dashboardUrl, aud: 'heliograph-dashboard', ...change }).encode();
    await running.pool.query('UPDATE identity.web_session SET id_token = $1 WHERE token_hash = $2', [
      idToken,
      tokenHash(sessionToken),
    ]);
    sessions.push(sessionToken);
  }
  for (const token of sessions) {
    const { endSessionUrl } = await running.signIn.signOut({ tokenHash: tokenHash(token) }, call);
    expect(new URL(endSessionUrl).searchParams.get('id_token_hint')).toBeNull();
  }
});

it('can be requested from another session, only within the same account', async () => {
  const { signIn } = fixture.running;
  const claims = { sub: 'two', email: 'two@example.com' };
  const [one, two] = [await signInUser(fixture, claims), await signInUser(fixture, claims)];
  const accountId = one.account!.id;
  const listed = await signIn.listSessions({ accountId }, call);
  expect(listed.sessions).toMatchObject([{ id: two.session!.id }, { id: one.session!.id }]);
  const actor = { accountId, sessionId: two.session!.id };
  const other = await signInUser(fixture);
  for (const request of [
    { accountId: other.account!.id, sessionId: one.session!.id, actor },
    { accountId, sessionId: NOBODY, actor },
    { accountId, sessionId: 'x', actor },
    { accountId: 'x', sessionId: one.session!.id, actor },
  ]) {
    await expect(signIn.revokeSession(request, call)).rejects.toMatchObject({ code: 'not_found' });
  }
  await signIn.revokeSession({ accountId, sessionId: one.session!.id, actor }, call);
  expect(await verdictOf(one.sessionToken)).toBe(Verdict.UNKNOWN);
  expect(await verdictOf(two.sessionToken)).toBe(Verdict.VALID);
  expect(await endingsOf(accountId)).toMatchObject([
    { action: 'session.revoke', detail: { sessionId: one.session!.id, userAgent: 'Mozilla/5.0 (Test)' } },
  ]);
});

it("can end all sessions at once, optionally the client's and pending logins, too", async () => {
  const { running } = fixture;
  const claims = { sub: 'everywhere', email: 'everywhere@example.com' };
  const [one, two] = [await signInUser(fixture, claims), await signInUser(fixture, claims)];
  const bystander = await signInUser(fixture);
  const accountId = one.account!.id;
  const tokens = await logIn(running, accountId);
  const revokeAll = (includeCli: boolean) =>
    running.signIn.revokeAllSessions({ accountId, includeCli, actor: { accountId, sessionId: '' } }, call);
  expect(await revokeAll(false)).toEqual({ revoked: 2 });
  for (const { sessionToken } of [one, two]) expect(await verdictOf(sessionToken)).toBe(Verdict.UNKNOWN);
  const { refreshToken } = await refresh(running, tokens.refreshToken);
  const code = await running.cliUser.createAuthorizationCode(
    {
      accountId,
      device: { name: 'laptop', clientVersion: '' },
      redirectUri: 'http://127.0.0.1:1/callback',
      codeChallenge: 'x'.repeat(43),
      actor: undefined,
    },
    call,
  );
  expect(await revokeAll(true)).toEqual({ revoked: 1 });
  expect(await refresh(running, refreshToken)).toMatchObject({ outcome: 2 });
  const { rows } = await running.pool.query(
    'SELECT FROM identity.cli_authorization_code WHERE account_id = $1',
    [accountId],
  );
  expect([code.code.length > 0, rows.length]).toEqual([true, 0]);
  expect(await verdictOf(bystander.sessionToken)).toBe(Verdict.VALID);
  // Nothing is left to end, so nothing is logged.
  expect(await revokeAll(true)).toEqual({ revoked: 0 });
  expect((await endingsOf(accountId)).filter(({ action }) => action === 'session.revoke_all')).toMatchObject([
    { detail: { web: 2, cli: 0 } },
    { detail: { web: 0, cli: 1 } },
  ]);
});

it('finds nothing for an account without sessions, and fails for an invalid id', async () => {
  const { signIn } = fixture.running;
  const { id: accountId } = await createAccount(fixture.running);
  expect(await signIn.listSessions({ accountId }, call)).toEqual({ sessions: [] });
  await expect(signIn.listSessions({ accountId: 'x' }, call)).rejects.toMatchObject({ code: 'not_found' });
  const request = { accountId: 'x', includeCli: true, actor: undefined };
  await expect(signIn.revokeAllSessions(request, call)).rejects.toMatchObject({ code: 'not_found' });
});
