import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call } from './support/identity';
import { signInUser } from './support/sign-in-user';
import { authenticateSession, complete, tokenHash } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const { Verdict } = identity;

const fixture = startBeforeAll(startFakeIssuer);

it('gives a browser a new secret at each sign-in and ends its previous session, whatever the account', async () => {
  const first = await signInUser(fixture);
  const second = await signInUser(fixture, {}, { previousTokenHash: tokenHash(first.sessionToken) });
  expect(second.sessionToken).not.toBe(first.sessionToken);
  expect((await authenticateSession(fixture, first.sessionToken)).verdict).toBe(Verdict.UNKNOWN);
  expect((await authenticateSession(fixture, second.sessionToken)).account!.id).toBe(second.account!.id);
});

it("does not let anyone choose the next session's secret", async () => {
  const planted = 'a-secret-that-somebody-planted-in-the-browser';
  const { sessionToken } = await signInUser(fixture, {}, { previousTokenHash: tokenHash(planted) });
  expect(sessionToken).not.toBe(planted);
  expect((await authenticateSession(fixture, planted)).verdict).toBe(Verdict.UNKNOWN);
});

it('keeps the existing session when the sign-in fails', async () => {
  const { sessionToken } = await signInUser(fixture);
  const returned = await fixture.visit({ sub: 'nobody' });
  await expect(
    complete(fixture, returned, { previousTokenHash: tokenHash(sessionToken) }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect((await authenticateSession(fixture, sessionToken)).verdict).toBe(Verdict.VALID);
});

it('ends the least recently seen session when an account has too many', async () => {
  const { running } = fixture;
  const claims = { sub: 'busy', email: 'busy@example.com' };
  const { account } = await signInUser(fixture, claims);
  await running.pool.query(
    `INSERT INTO identity.web_session
       (session_id, token_hash, account_id, last_seen_at, idle_expires_at, expires_at, user_agent, address)
     SELECT gen_random_uuid(), sha256(number::text::bytea), $1, now() - make_interval(mins => number),
       now() + interval '1 hour', now() + interval '1 hour', '', number::text
     FROM generate_series(1, 99) AS number`,
    [account!.id],
  );
  await signInUser(fixture, claims);
  const { sessions } = await running.signIn.listSessions({ accountId: account!.id }, call);
  expect(sessions).toHaveLength(100);
  expect(sessions.map(({ address }) => address)).not.toContain('99');
});
