import { identity } from '@heliograph/proto';
import { holdLocks, startBeforeAll } from '@heliograph/testing';
import { auditOf, call, createAccount } from './support/identity';
import { signInAs, startSignInFixture, visitIssuer } from './support/development-issuer';
import { authenticateSession, complete } from './support/sign-in';

const { Plan, Role, Verdict } = identity;

const fixture = startBeforeAll(startSignInFixture);

it('creates an account at the first sign-in and finds it at the next', async () => {
  const first = await signInAs(fixture, { email: 'Ada@example.com', name: 'Ada' });
  expect(first).toMatchObject({
    accountCreated: true,
    returnTo: '/',
    account: { email: 'Ada@example.com', name: 'Ada', plan: Plan.FREE, role: Role.USER },
    session: { accountId: first.account!.id, userAgent: 'Mozilla/5.0 (Test)', address: '192.0.2.7' },
  });
  expect(Math.abs(Number(first.account!.lastSignInAt) - Date.now())).toBeLessThan(60_000);
  expect(first.sessionToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const second = await signInAs(fixture, { email: 'ada@EXAMPLE.com', name: 'Other' });
  expect(second.accountCreated).toBe(false);
  expect(second.account!.id).toBe(first.account!.id);
  // The account keeps its name.
  expect(second.account!.name).toBe('Ada');
  for (const { sessionToken, session } of [first, second]) {
    const response = await authenticateSession(fixture, sessionToken);
    expect(response).toMatchObject({
      verdict: Verdict.VALID,
      session: { id: session!.id },
      restriction: { active: false },
    });
    expect(response.account).toEqual(second.account);
  }
});

it('remembers where to return to', async () => {
  const returnTo = '/keys?a=1&b=%2F#x';
  const result = await complete(fixture, await visitIssuer(fixture, { email: 'path@example.com' }, returnTo));
  expect(result.returnTo).toBe(returnTo);
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', 'keys', '/a\nb'])(
  'refuses to return to %j',
  async (returnTo) => {
    await expect(fixture.running.signIn.beginSignIn({ returnTo }, call)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'return_to' }],
    });
  },
);

it("sends PKCE, state, and nonce, none of which is the browser's secret", async () => {
  const { authorizationUrl, attemptSecret, expiresAt } = await fixture.running.signIn.beginSignIn(
    { returnTo: '/' },
    call,
  );
  const query = new URL(authorizationUrl).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    client_id: 'heliograph-dashboard',
    redirect_uri: `${fixture.dashboardUrl}/auth/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    state: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    nonce: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  });
  const secrets = new Set([
    attemptSecret,
    query.get('state'),
    query.get('nonce'),
    query.get('code_challenge'),
  ]);
  expect(secrets.size).toBe(4);
  expect(Math.abs(Number(expiresAt) - Date.now() - 600_000)).toBeLessThan(60_000);
});

it('takes over an existing account by its verified address', async () => {
  const { running } = fixture;
  const account = await createAccount(running, 'Grace@example.com');
  const result = await signInAs(fixture, { email: 'grace@example.com', name: 'Grace' });
  expect(result).toMatchObject({ accountCreated: false, account: { id: account.id, name: 'Grace' } });
  expect((await auditOf(running, account.id)).map(({ action }) => action)).toEqual([
    'account.create',
    'account.link',
    'session.create',
  ]);
});

it('logs who did it and in which session', async () => {
  const { account, session } = await signInAs(fixture, { email: 'logged@example.com' });
  const { rows } = await fixture.running.pool.query(
    `SELECT action, caller, actor_account_id, actor_session_id, detail FROM identity.audit_entry
     WHERE account_id = $1 ORDER BY audit_id`,
    [account!.id],
  );
  const actor = { caller: 'dashboard', actor_account_id: account!.id, actor_session_id: session!.id };
  const issuer = `${fixture.dashboardUrl}/development-issuer`;
  expect(rows).toEqual([
    {
      ...actor,
      action: 'account.create',
      detail: { email: 'logged@example.com', plan: 'free', issuer },
    },
    {
      ...actor,
      action: 'session.create',
      detail: { sessionId: session!.id, issuer, userAgent: 'Mozilla/5.0 (Test)', address: '192.0.2.7' },
    },
  ]);
});

it('creates one account when a person signs in several times at once', async () => {
  const visitor = { email: 'race@example.com' };
  const returned = await Promise.all(Array.from({ length: 4 }, () => visitIssuer(fixture, visitor)));
  const results = await Promise.all(returned.map((browser) => complete(fixture, browser)));
  expect(new Set(results.map(({ account }) => account!.id)).size).toBe(1);
  expect(results.filter(({ accountCreated }) => accountCreated)).toHaveLength(1);
});

it('refuses the second of two people who take over one account at once', async () => {
  const { pool } = fixture.running;
  const account = await createAccount(fixture.running, 'taken@example.com');
  const returned = await visitIssuer(fixture, { email: 'taken@example.com' });
  const first = await holdLocks(pool, 'SELECT FROM identity.account WHERE account_id = $1 FOR UPDATE', [
    account.id,
  ]);
  const second = complete(fixture, returned).catch((error: unknown) => error);
  await first.untilAnotherWaits();
  await first.query('INSERT INTO identity.sign_in_identity VALUES ($1, $2, $3)', [
    `${fixture.dashboardUrl}/development-issuer`,
    'another person',
    account.id,
  ]);
  await first.commit();
  expect(await second).toMatchObject({ code: 'invalid_credentials', issues: [{ message: 'email_taken' }] });
});

it('stores no secret and logs none', async () => {
  const returned = await visitIssuer(fixture, { email: 'secret@example.com' });
  const { sessionToken } = await complete(fixture, returned);
  const code = new URLSearchParams(returned.callbackQuery).get('code')!;
  const { rows } = await fixture.running.pool.query<{ text: string }>(
    `SELECT row_to_json(web_session)::text AS text FROM identity.web_session
     UNION ALL SELECT row_to_json(sign_in_attempt)::text FROM identity.sign_in_attempt
     UNION ALL SELECT row_to_json(audit_entry)::text FROM identity.audit_entry`,
  );
  const stored = rows.map(({ text }) => text).join('\n');
  for (const secret of [sessionToken, returned.attemptSecret, code]) {
    expect(stored).not.toContain(secret);
    expect(fixture.running.log()).not.toContain(secret);
  }
});
