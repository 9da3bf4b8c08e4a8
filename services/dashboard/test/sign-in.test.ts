import type { SessionState } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { ATTEMPT_COOKIES, problemFrom, SESSION_COOKIE } from './support/person';
import { TestDashboard } from './support/dashboard';

const dashboard = startBeforeAll(() => TestDashboard.start());

/** The cookie of the sign-in whose state is "y". */
const ATTEMPT_OF_Y = `${ATTEMPT_COOKIES}ofzkNjhU`;

const attributesOf = (fields: string[], name: string) =>
  fields
    .find((field) => field.startsWith(name))
    ?.split('; ')
    .slice(1);

it('goes to the issuer and back to the requested page, and creates an account', async () => {
  const person = dashboard.visitor();
  const end = await person.signIn({ email: 'ada@example.com', name: 'Ada', returnTo: '/keys?new=1' });
  expect(end).toBe(`${dashboard.url}/keys?new=1`);
  const { account, installation } = await person.refresh();
  expect(account).toMatchObject({ email: 'ada@example.com', name: 'Ada', plan: 'free', role: 'user' });
  expect(installation).toEqual({
    apiUrl: 'http://api.example:8080',
    isDevelopmentIssuer: true,
    payments: 'development',
  });
  const { balance, allowances } = await person.data<{
    balance: { records: number };
    allowances: Record<string, { remaining: number }>;
  }>('GET', '/overview');
  expect(balance.records).toBe(0);
  expect(allowances).toMatchObject({
    api: { remaining: 100 },
    cli: { remaining: 500 },
    web: { remaining: 10 },
  });
});

it('stores its state in cookies that scripts and other sites cannot use', async () => {
  const { browser } = dashboard.visitor();
  const begun = await browser.visit(`${dashboard.url}/auth/sign-in`);
  expect(attributesOf(begun.headers.getSetCookie(), ATTEMPT_COOKIES)).toEqual([
    'Path=/',
    'Max-Age=600',
    'HttpOnly',
    'Secure',
    'SameSite=Lax',
  ]);
  const page = await browser.follow(begun.location!);
  const back = await browser.submit(
    page.url,
    { email: 'cookies@example.com', name: '', action: 'sign-in' },
    (target) => target.startsWith(`${dashboard.url}/auth/callback`),
  );
  const ended = await browser.visit(back.location!);
  const fields = ended.headers.getSetCookie();
  const [path, age, ...rest] = attributesOf(fields, SESSION_COOKIE)!;
  expect([path, ...rest]).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
  // At most until the session ends.
  const seconds = Number(age!.replace('Max-Age=', ''));
  expect(seconds).toBeGreaterThan(167 * 3_600);
  expect(seconds).toBeLessThanOrEqual(168 * 3_600);
  expect(attributesOf(fields, ATTEMPT_COOKIES)).toContain('Max-Age=0');
});

it('is stored only as a hash', async () => {
  const person = await dashboard.signIn();
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  const { rows } = await client.query<{ row: string }>(
    'SELECT t::text AS row FROM identity.web_session AS t',
  );
  await client.end();
  const stored = rows.map(({ row }) => row).join('\n');
  expect(stored).not.toContain(person.secret);
  expect(stored).toContain(createHash('sha256').update(person.secret!).digest('hex'));
});

it('is not kept from expiring by what a page requests on its own', async () => {
  const person = await dashboard.signIn();
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  // As if it had been used five minutes ago.
  await client.query(
    `UPDATE identity.web_session SET last_seen_at = last_seen_at - interval '5 minutes',
       idle_expires_at = idle_expires_at - interval '5 minutes' WHERE token_hash = sha256($1)`,
    [Buffer.from(person.secret!)],
  );
  await client.end();
  const expiryWith = async (headers: Record<string, string>) => {
    const { data } = (await (await person.get('/session', headers)).json()) as { data: SessionState };
    return Date.parse(data.session.idleExpiresAt);
  };
  const before = await expiryWith({ 'X-Unattended': 'true' });
  expect(await expiryWith({ 'X-Unattended': 'true' })).toBe(before);
  expect(await expiryWith({})).toBeGreaterThan(before + 4 * 60_000);
});

describe('failures end on a page', () => {
  const endOf = async (path: string, cookie = '') => {
    const response = await fetch(dashboard.url + path, { redirect: 'manual', headers: { cookie } });
    expect(response.headers.get('content-type') ?? '').not.toContain('json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    return response.headers.get('location');
  };

  it.each([
    ['without having begun to sign in', '/auth/callback?code=x&state=y', ''],
    ['with an unknown secret', '/auth/callback?code=x&state=y', `${ATTEMPT_OF_Y}=${'a'.repeat(43)}`],
    ['with an invalid secret', '/auth/callback?code=x&state=y', `${ATTEMPT_OF_Y}=<script>`],
  ])('%s', async (_name, path, cookie) => {
    expect(await endOf(path, cookie)).toBe(`${dashboard.url}/sign-in?error=missing_credentials`);
  });

  it('when the person cancels', async () => {
    const { browser } = dashboard.visitor();
    const page = await browser.follow(`${dashboard.url}/auth/sign-in`);
    const end = await browser.submit(page.url, { action: 'cancel' });
    expect(end.url).toBe(`${dashboard.url}/sign-in?error=access_denied`);
  });

  it('when the account is suspended', async () => {
    const person = await dashboard.signIn({ email: 'later-suspended@example.com' });
    const { account } = await person.refresh();
    await dashboard.admin.identity.setAccountStatus(
      { id: account.id, status: 3, reason: 'test', actor: undefined },
      { requestId: 'test-request' },
    );
    const { browser } = dashboard.visitor();
    const page = await browser.follow(`${dashboard.url}/auth/sign-in`);
    const end = await browser.submit(page.url, {
      email: 'later-suspended@example.com',
      name: '',
      action: 'sign-in',
    });
    expect(end.url).toBe(`${dashboard.url}/sign-in?error=account_suspended`);
    expect(browser.cookie(dashboard.url, SESSION_COOKIE)).toBeUndefined();
  });

  it('with nothing from the request except a known word', async () => {
    const end = await endOf('/auth/callback?error=%3Cscript%3E&error_description=pay+here');
    expect(end).toMatch(/\/sign-in\?error=[a-z_]+$/);
  });
});

it('under another name of this machine redirects to the one the issuer knows', async () => {
  const { port } = new URL(dashboard.url);
  const response = await fetch(`http://localhost:${port}/auth/sign-in?return_to=/usage`, {
    redirect: 'manual',
  });
  expect(response.headers.get('location')).toBe(`${dashboard.url}/auth/sign-in?return_to=%2Fusage`);
  expect(response.headers.getSetCookie()).toEqual([]);
});

describe('signing out', () => {
  it('ends the session for good', async () => {
    const person = await dashboard.signIn();
    const { secret } = person;
    const response = await person.send('DELETE', '/session');
    const { data } = (await response.json()) as { data: { redirectTo: string } };
    expect(data.redirectTo).toContain('/development-issuer/');
    expect(response.headers.getSetCookie()[0]).toContain(`${SESSION_COOKIE}=; Path=/; Max-Age=0`);
    const after = await fetch(`${dashboard.url}/api/app/v1/session`, {
      headers: { cookie: `${SESSION_COOKIE}=${secret}` },
    });
    expect((await problemFrom(after)).status).toBe(401);
  });

  it('also works with POST /auth/sign-out, but only with the token', async () => {
    const person = await dashboard.signIn();
    const signOut = (token: string) =>
      fetch(`${dashboard.url}/auth/sign-out`, {
        method: 'POST',
        headers: { cookie: `${SESSION_COOKIE}=${person.secret}`, 'x-csrf-token': token },
      });
    expect((await signOut('')).status).toBe(403);
    expect((await person.get('/session')).status).toBe(200);
    expect((await signOut(person.csrfToken)).status).toBe(200);
    expect((await person.get('/session')).status).toBe(401);
  });

  it("everywhere ends all of the account's sessions, and no others", async () => {
    const email = 'everywhere@example.com';
    const [here, there, other] = [
      await dashboard.signIn({ email }),
      await dashboard.signIn({ email }),
      await dashboard.signIn(),
    ];
    expect((await here.send('DELETE', '/sessions')).status).toBe(200);
    expect((await here.get('/session')).status).toBe(401);
    expect((await there.get('/session')).status).toBe(401);
    expect((await other.get('/session')).status).toBe(200);
  });
});
