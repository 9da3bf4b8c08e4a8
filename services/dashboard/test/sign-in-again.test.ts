import type { TestBrowser, Visit } from '@heliograph/testing';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { safeReturnTo } from '../../../web/dashboard/src/api/return-to';
import { TestDashboard } from './support/dashboard';
import { ATTEMPT_COOKIES, RETURN_COOKIES, SESSION_COOKIE } from './support/person';

const RETURN_COOKIE = `${RETURN_COOKIES}AAAAAAAA`;
const DEEP_LINK = '/activities?q=%22series%20b%22&days=30;x#top';
const ADA = { email: 'ada@example.com', name: '', action: 'sign-in' };

let dashboard: TestDashboard;
let backChannel: Server;
/** Affects only identity's own requests to it; browsers still reach it. */
let isIssuerDown = false;
beforeAll(async () => {
  backChannel = createServer((incoming, answer) => {
    if (isIssuerDown) return void incoming.destroy();
    const { method, headers, url } = incoming;
    const onward = request(dashboard.url + url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => backChannel.listen(0, '127.0.0.1', done));
  const { port } = backChannel.address() as AddressInfo;
  dashboard = await TestDashboard.start({
    identity: { OIDC_BACK_CHANNEL_URL: `http://127.0.0.1:${port}` },
  });
});
beforeEach(() => (isIssuerDown = false));
afterAll(async () => {
  await dashboard.stop();
  backChannel.closeAllConnections();
  await new Promise((done) => backChannel.close(done));
});

const beginningOf = (returnTo: string) =>
  `${dashboard.url}/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`;
const isCallback = (target: string) => target.startsWith(`${dashboard.url}/auth/callback`);

/** Signs in up to the issuer's redirect, without following it. @returns its target. */
async function visitIssuer(browser: TestBrowser, returnTo = DEEP_LINK): Promise<string> {
  const page = await browser.follow(beginningOf(returnTo));
  const { location } = await browser.submit(page.url, ADA, isCallback);
  return location!;
}

/** The failure shown on the sign-in page, and its button's target. */
function signInPage(end: Visit): { error: string | null; button: string } {
  const { origin, pathname, searchParams } = new URL(end.url);
  expect([origin, pathname]).toEqual([dashboard.url, '/sign-in']);
  return {
    error: searchParams.get('error'),
    button: beginningOf(safeReturnTo(searchParams.get('return_to'))),
  };
}

/** Presses the sign-in page's button. @returns where the sign-in ends. */
async function tryAgain(browser: TestBrowser, { button }: { button: string }): Promise<string> {
  const page = await browser.follow(button);
  const end = await browser.submit(page.url, ADA);
  expect(browser.cookie(dashboard.url, SESSION_COOKIE)).toBeDefined();
  return end.url.slice(dashboard.url.length);
}

describe('trying again leads to the original page after', () => {
  it('a refusal at the issuer', async () => {
    const { browser } = dashboard.visitor();
    const page = await browser.follow(beginningOf(DEEP_LINK));
    const failed = signInPage(await browser.submit(page.url, { action: 'cancel' }));
    expect(failed.error).toBe('access_denied');
    expect(await tryAgain(browser, failed)).toBe(DEEP_LINK);
  });

  it('two refusals', async () => {
    const { browser } = dashboard.visitor();
    let button = beginningOf('/keys');
    for (const _time of [1, 2]) {
      const page = await browser.follow(button);
      ({ button } = signInPage(await browser.submit(page.url, { action: 'cancel' })));
    }
    expect(await tryAgain(browser, { button })).toBe('/keys');
  });

  it('a wrong state', async () => {
    const { browser } = dashboard.visitor();
    const callback = new URL(await visitIssuer(browser));
    callback.searchParams.set('state', 'x'.repeat(43));
    const failed = signInPage(await browser.follow(callback.href));
    expect(failed.error).toBe('missing_credentials');
    expect(await tryAgain(browser, failed)).toBe(DEEP_LINK);
  });

  it('an attempt that took too long', async () => {
    const { browser } = dashboard.visitor();
    const callback = await visitIssuer(browser);
    const client = new Client({ connectionString: dashboard.database.adminConnectionString });
    await client.connect();
    await client.query(`UPDATE identity.sign_in_attempt SET expires_at = now() - interval '1 second'`);
    await client.end();
    const failed = signInPage(await browser.follow(callback));
    expect(failed.error).toBe('missing_credentials');
    expect(await tryAgain(browser, failed)).toBe(DEEP_LINK);
  });

  it('an attempt whose secret the browser has since dropped', async () => {
    const { browser } = dashboard.visitor();
    const callback = await visitIssuer(browser);
    const [kept] = browser.cookiesNamed(callback, RETURN_COOKIES);
    const response = await fetch(callback, { redirect: 'manual', headers: { cookie: kept! } });
    expect(response.headers.get('location')).toBe(
      `${dashboard.url}/sign-in?error=missing_credentials&${new URLSearchParams({ return_to: DEEP_LINK }).toString()}`,
    );
  });

  it('an exchange while the issuer was down', async () => {
    const { browser } = dashboard.visitor();
    const callback = await visitIssuer(browser);
    isIssuerDown = true;
    const failed = signInPage(await browser.follow(callback));
    expect(failed.error).toBe('unavailable');
    isIssuerDown = false;
    expect(await tryAgain(browser, failed)).toBe(DEEP_LINK);
  });

  it('a return or a start while identity was down', async () => {
    const { browser } = dashboard.visitor();
    const callback = await visitIssuer(browser);
    await dashboard.stopService('identity');
    const returned = signInPage(await browser.follow(callback));
    const begun = signInPage(await browser.follow(returned.button));
    expect([returned.error, begun.error]).toEqual(['unavailable', 'unavailable']);
    await dashboard.restart('identity');
    expect(await tryAgain(browser, begun)).toBe(DEEP_LINK);
  });
});

describe('the stored destination', () => {
  it('is in a cookie that scripts and other sites cannot use, deleted with the attempt', async () => {
    const { browser } = dashboard.visitor();
    const begun = await browser.visit(beginningOf('/keys'));
    const field = begun.headers.getSetCookie().find((line) => line.startsWith(RETURN_COOKIES));
    expect(field).toMatch(/=[\w-]+; Path=\/auth; Max-Age=3600; HttpOnly; Secure; SameSite=Lax$/);
    const page = await browser.follow(begun.location!);
    await browser.submit(page.url, { action: 'cancel' });
    expect(browser.cookiesNamed(`${dashboard.url}/auth/callback`, RETURN_COOKIES)).toEqual([]);
  });

  it('belongs to its sign-in', async () => {
    const { browser } = dashboard.visitor();
    const older = await browser.follow(beginningOf('/keys'));
    const newer = await browser.follow(beginningOf('/usage'));
    const endOf = async ({ url }: Visit) =>
      signInPage(await browser.submit(url, { action: 'cancel' })).button;
    expect(await endOf(older)).toBe(beginningOf('/keys'));
    expect(await endOf(newer)).toBe(beginningOf('/usage'));
  });

  it('keeps the response small enough for a proxy, however long the path is', async () => {
    const path = `/activities?q=${'%22a'.repeat(480)}`;
    const { browser } = dashboard.visitor();
    const begun = await browser.visit(beginningOf(path));
    expect(JSON.stringify([...begun.headers]).length).toBeLessThan(4_000);
    const page = await browser.follow(begun.location!);
    const end = await browser.submit(page.url, { action: 'cancel' });
    expect(end.url).toBe(`${dashboard.url}/sign-in?error=access_denied`);
    // The attempt itself has room for it.
    expect(await tryAgain(browser, { button: beginningOf(path) })).toBe(path);
  });
});

describe('sign-ins begun in several tabs', () => {
  it('all end where they were going, in any order', async () => {
    const { browser } = dashboard.visitor();
    const paths = ['/keys', '/usage', '/billing', '/settings'];
    const callbacks: string[] = [];
    for (const path of paths) callbacks.push(await visitIssuer(browser, path));
    const [first, second, third, fourth] = callbacks;
    const ends: string[] = [];
    for (const callback of [second, fourth, first, third]) ends.push((await browser.follow(callback!)).url);
    expect(ends).toEqual(['/usage', '/settings', '/keys', '/billing'].map((path) => dashboard.url + path));
    expect(browser.cookie(dashboard.url, SESSION_COOKIE)).toBeDefined();
    expect(cookiesOf(browser)).toEqual([]);
  });

  it('survive a return that the issuer did not send', async () => {
    const { browser } = dashboard.visitor();
    const callback = await visitIssuer(browser);
    await browser.follow(`${dashboard.url}/auth/callback?error=access_denied&state=${'x'.repeat(43)}`);
    expect((await browser.follow(callback)).url).toBe(dashboard.url + DEEP_LINK);
  });

  it('do not let each other in', async () => {
    const { browser } = dashboard.visitor();
    const [one, other] = [new URL(await visitIssuer(browser)), new URL(await visitIssuer(browser))];
    const state = other.searchParams.get('state')!;
    other.searchParams.set('state', one.searchParams.get('state')!);
    one.searchParams.set('state', state);
    for (const { href } of [one, other]) {
      expect(new URL((await browser.follow(href)).url).pathname).toBe('/sign-in');
    }
    expect(browser.cookie(dashboard.url, SESSION_COOKIE)).toBeUndefined();
  });

  it('are few: the oldest ends, and a Cookie header stays small enough for a proxy', async () => {
    const { browser } = dashboard.visitor();
    const longest = `/activities?q=${'a'.repeat(986)}`;
    const oldest = await visitIssuer(browser, longest);
    const callbacks: string[] = [];
    for (let count = 0; count < 4; count += 1) callbacks.push(await visitIssuer(browser, longest));
    const cookies = cookiesOf(browser);
    expect(cookies).toHaveLength(8);
    expect(cookies.join('; ').length).toBeLessThan(6_000);
    expect(new URL((await browser.follow(oldest)).url).searchParams.get('error')).toBe('missing_credentials');
    for (const callback of callbacks) {
      expect((await browser.follow(callback)).url).toBe(dashboard.url + longest);
    }
  });

  const cookiesOf = (browser: TestBrowser) =>
    [ATTEMPT_COOKIES, RETURN_COOKIES].flatMap((prefix) =>
      browser.cookiesNamed(`${dashboard.url}/auth/callback`, prefix),
    );
});

describe('the user is not led away by', () => {
  const EVIL = [
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/keys/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '@evil.example',
    '.evil.example',
  ];

  it.each(EVIL)('a failed sign-in link that would return to %j', async (returnTo) => {
    const { browser } = dashboard.visitor();
    const page = await browser.follow(beginningOf(returnTo));
    const end = await browser.submit(page.url, { action: 'cancel' });
    expect(end.url).toBe(`${dashboard.url}/sign-in?error=access_denied`);
    expect(await tryAgain(browser, signInPage(end))).toBe('/');
  });

  it.each([...EVIL, '/auth/sign-in', '/kéys'])('a planted cookie of %j', async (returnTo) => {
    const planted = Buffer.from(returnTo).toString('base64url');
    expect(await locationWith(`${RETURN_COOKIE}=${planted}`)).toBe('/sign-in?error=missing_credentials');
  });

  it.each([
    ['is not properly encoded', `${RETURN_COOKIE}=%2F%2Fevil.example`],
    ['is there twice', `${RETURN_COOKIE}=L2tleXM; ${RETURN_COOKIE}=L3VzYWdl`],
  ])('a cookie that %s', async (_name, cookie) => {
    expect(await locationWith(cookie)).toBe('/sign-in?error=missing_credentials');
  });

  it("the issuer's redirect parameters", async () => {
    const { browser } = dashboard.visitor();
    const callback = await visitIssuer(browser, '/keys');
    const end = await browser.follow(`${callback}&error=access_denied&return_to=%2Fbilling`);
    expect(signInPage(end).button).toBe(beginningOf('/keys'));
  });

  async function locationWith(cookie: string): Promise<string> {
    const response = await fetch(`${dashboard.url}/auth/callback?error=access_denied&return_to=/keys`, {
      redirect: 'manual',
      headers: { cookie },
    });
    return response.headers.get('location')!.slice(dashboard.url.length);
  }
});
