import { describeWith } from '@heliograph/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserBrowser, type Person } from '../support/user-browser';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';

describeWith('chromium', 'a session in a browser', () => {
  let system: RunningSystem;
  let browser: UserBrowser;
  /** Another site: to the browser, the same machine under another host name is a different site. */
  let site: Server;
  let siteUrl: string;
  let page = '';

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
    site = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(page);
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`;
  });

  afterAll(async () => {
    await browser?.close();
    await new Promise((done) => site?.close(done));
  });

  const keysOf = async (person: Person) =>
    (await person.api<{ items: unknown[] }>('/keys')).data.items.length;

  it('is a cookie that scripts cannot read', async () => {
    const person = await browser.newVisitor();
    await person.signIn('cookie@people.example');
    const cookies = await person.context.cookies(system.dashboardUrl);
    const session = cookies.find(({ name }) => name.endsWith('heliograph_session'));
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    await expect(person.page.evaluate('document.cookie')).resolves.not.toContain('session');
    await person.close();
  });

  it('is protected from other sites: neither forms nor scripts change anything', async () => {
    const person = await browser.newUser();
    page = `<form method="post" enctype="text/plain" action="${system.dashboardUrl}/api/app/v1/keys">
      <input name='{"name":"stolen","scopes":["signals:read"],"x":"' value='"}'></form>
      <script>
        fetch('${system.dashboardUrl}/api/app/v1/keys', { method: 'POST', credentials: 'include', mode: 'no-cors',
          headers: { 'Content-Type': 'text/plain' }, body: '{"name":"stolen","scopes":["signals:read"]}' })
          .finally(() => document.forms[0].submit());
      </script>`;
    await person.page.goto(siteUrl);
    await person.page.waitForURL(`${system.dashboardUrl}/**`);
    expect(await keysOf(person)).toBe(0);
    await person.close();
  });

  it("is not shown in another site's frame", async () => {
    const person = await browser.newUser();
    page = `<iframe src="${system.dashboardUrl}/keys" width="800" height="600"></iframe>`;
    await person.page.goto(siteUrl, { waitUntil: 'load' });
    const framed = person.page.frames().find((frame) => frame !== person.page.mainFrame());
    expect(framed?.url()).not.toContain('/keys');
    await person.close();
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%5cevil.example',
    '/\t/evil.example',
  ])('never redirects to %j after sign-in', async (target) => {
    const person = await browser.newVisitor();
    await person.page.goto(`/auth/sign-in?return_to=${encodeURIComponent(target)}`);
    await person.fillIssuer('redirected@people.example');
    // The issuer's pages, which also have a heading, are on the same origin.
    await person.page.waitForURL(({ pathname }) => !pathname.startsWith('/development-issuer'));
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(person.page.url()).origin).toBe(system.dashboardUrl);
    await person.close();
  });

  it('is new after each sign-in, whatever cookie existed before', async () => {
    const person = await browser.newVisitor();
    const planted = 'A'.repeat(43);
    await person.open('/sign-in');
    await person.page.evaluate(`document.cookie = '__Host-heliograph_session=${planted}; Secure; Path=/'`);
    await person.signIn('fixed@people.example');
    const value = async () =>
      (await person.context.cookies(system.dashboardUrl)).find((cookie) =>
        cookie.name.endsWith('heliograph_session'),
      )?.value;
    const first = await value();
    expect(first).toBeDefined();
    expect(first).not.toBe(planted);
    await person.page.goto('/auth/sign-in?return_to=/');
    await person.fillIssuer('fixed@people.example').catch(() => undefined);
    await person.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await value()).not.toBe(first);
    await person.close();
  });

  it('ends immediately when the account is suspended, and says why', async () => {
    const person = await browser.newUser();
    await person.open('/keys');
    await system.adminJson('account', 'suspend', await person.accountId());
    await person.page.getByRole('link', { name: 'Usage' }).first().click();
    await person.page
      .getByText(/suspended/i)
      .first()
      .waitFor();
    expect((await person.api('/keys')).status).toBe(403);
    await person.close();
  });

  it('ends on all devices at its owner’s request', async () => {
    const [here, there] = [await browser.newVisitor(), await browser.newVisitor()];
    await here.signInWithoutPages('everywhere@people.example');
    await there.signInWithoutPages('everywhere@people.example');
    await here.open('/settings');
    await here.page.getByRole('button', { name: /sign out everywhere/i }).click();
    await here.page
      .getByRole('dialog')
      .getByRole('button', { name: /sign out/i })
      .click();
    await here.page.waitForURL(/\/sign-in|development-issuer/);
    expect((await there.api('/keys')).status).toBe(401);
    await there.page.goto('/keys');
    await there.page.waitForURL(/\/sign-in/);
    await Promise.all([here.close(), there.close()]);
  });

  it('that ends on a page for one decision leads back to it, whoever signs in, and once', async () => {
    const person = await browser.newUser();
    const { page } = person;
    const path = '/device?user_code=WDJB-MJHT';
    await person.open(path);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.waitForURL(/return_to/);
    await page.reload();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await person.fillIssuer(`${crypto.randomUUID()}@people.example`);
    await page.getByRole('heading', { level: 1, name: 'Unknown code' }).waitFor();
    expect(page.url()).toBe(`${system.dashboardUrl}${path}`);
    await person.open('/keys');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await person.fillIssuer(`${crypto.randomUUID()}@people.example`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('that ends while a page is open leads to sign-in, and stays there', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.clock.install();
    await person.open('/keys');
    await page.getByText('No API keys yet').waitFor();
    // Answers only the session request, so that no other request is refused first.
    await page.route(
      (url) => url.pathname.startsWith('/api/app/v1/') && !url.pathname.endsWith('/session'),
      () => undefined,
    );
    await person.context.clearCookies();
    await page.clock.fastForward(60_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Your session has ended').waitFor();
    await page.waitForLoadState('networkidle');
    const { pathname, search } = new URL(page.url());
    expect([pathname, search]).toEqual(['/sign-in', '?reason=expired&return_to=%2Fkeys']);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('that ends while a dialog saves leads to sign-in, and back to what was typed', async () => {
    const person = await browser.newUser();
    const { page, email } = person;
    const dialog = page.getByRole('dialog');
    await person.open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await dialog.getByLabel('Name').fill('Late');
    await dialog.getByLabel('Test key').check();
    await person.context.clearCookies();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Your session has ended').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await person.fillIssuer(email);
    await dialog.waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Late');
    expect(await dialog.getByLabel('Test key').isChecked()).toBe(true);
    await page.reload();
    await dialog.waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('that ends while groups of terms are built leads back to them, but only their own user', async () => {
    const person = await browser.newUser();
    const { page, email } = person;
    const dialog = page.getByRole('dialog', { name: 'Search groups' });
    const terms = dialog.getByRole('textbox', { name: 'Terms' });
    const signInAs = async (user: string) => {
      await page.getByText('Your session has ended').waitFor();
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await person.fillIssuer(user);
      await page.getByRole('article').first().waitFor();
    };
    const endSession = async () => {
      await person.context.clearCookies();
      await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    };
    await page.clock.install();
    await person.open('/activities?category=funding');
    await page.locator('summary', { hasText: 'Search groups' }).click();
    await page.getByRole('button', { name: 'Build groups' }).click();
    await terms.fill('series a');
    await terms.press('Enter');
    await terms.fill('head of sal');
    await page.clock.fastForward(60_000);
    await endSession();
    await signInAs(email);
    await dialog.getByText('series a').waitFor();
    expect(await terms.inputValue()).toBe('head of sal');
    expect(new URL(page.url()).search).toBe('?category=funding');
    await page.clock.fastForward(60_000);
    await endSession();
    await signInAs(`${crypto.randomUUID()}@people.example`);
    await expect(dialog.count()).resolves.toBe(0);
    await page.locator('summary', { hasText: 'Search groups' }).click();
    await page.getByRole('button', { name: 'Build groups' }).click();
    expect(await terms.inputValue()).toBe('');
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('is not kept alive by a window that stays in view, whose figures stay up to date', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.clock.install();
    await person.open('/keys');
    await page.getByText('No API keys yet').waitFor();
    await person.change('POST', '/keys', { name: 'Made elsewhere', scopes: ['signals:read'] });
    const requested = () =>
      page.waitForRequest((request) => new URL(request.url()).pathname === '/api/app/v1/keys');
    const refresh = requested();
    await page.clock.fastForward(15 * 60_000);
    expect(await (await refresh).headerValue('x-unattended')).toBe('true');
    await page.getByRole('rowheader', { name: /Made elsewhere/ }).waitFor();
    const used = requested();
    await page.mouse.move(300, 300);
    await page.clock.fastForward(21_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    expect(await (await used).headerValue('x-unattended')).toBeNull();
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('that ends while a secret is shown leads to sign-in once the secret is stored', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.clock.install();
    await person.open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shown');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your key “Shown”' });
    await dialog.waitFor();
    // A list that is still on its way would be too fresh to be asked for again.
    await page.locator('th', { hasText: 'Shown' }).waitFor();
    await person.context.clearCookies();
    const refused = ['/keys', '/session'].map((path) =>
      page.waitForResponse((response) => response.status() === 401 && response.url().includes(path)),
    );
    await page.clock.fastForward(60_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await Promise.all(refused);
    await dialog.getByRole('alert').filter({ hasText: 'before you leave' }).waitFor();
    await expect(dialog.getByLabel('API key').inputValue()).resolves.toMatch(/^\S{20,}$/);
    await dialog.getByLabel('I have stored this key').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Usage' }).first().click();
    await page.getByText('Your session has ended').waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
