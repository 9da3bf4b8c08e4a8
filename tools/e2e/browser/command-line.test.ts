import { describeWith, waitFor } from '@heliograph/testing';
import { Client } from '../support/client';
import { UserBrowser, type Person } from '../support/user-browser';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';

const REVOCATION_MS = 5_000;
/** Longer than a device code is valid. */
const CODE_MS = 11 * 60_000;
const NOT_SIGNED_IN = 3;
const NOT_PAID = 4;
const AUTHORIZATION_PAGE = /http\S+\/cli\/authorize\?\S+/;

describeWith('chromium', 'the command-line client and the browser', () => {
  let system: RunningSystem;
  let browser: UserBrowser;
  let person: Person;
  const clients: Client[] = [];

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
    person = await browser.newUser();
  });

  afterAll(async () => {
    for (const client of clients) await client.destroy();
    await browser?.close();
  });

  const newClient = async () => {
    const client = await Client.create(system);
    clients.push(client);
    return client;
  };

  /** Logs in a client on the same machine, through the person's browser. */
  const logIn = (client: Client, decision = 'Approve') =>
    client.logIn('--no-browser', AUTHORIZATION_PAGE, async ([page]) => {
      await person.page.goto(page);
      await person.page.getByRole('button', { name: decision }).click();
      // The client may exit before the browser has loaded its response, and navigating away would abort that load.
      await person.page.waitForURL((url) => url.pathname === '/callback');
    });

  it('logs in with a click in the browser, searches on its own allowance, and logs out', async () => {
    const client = await newClient();
    expect((await client.run('search', 'acme')).status).toBe(NOT_SIGNED_IN);
    expect(await logIn(client)).toMatchObject({ status: 0 });
    const who = await client.run('whoami', '--json');
    expect(who).toMatchObject({ status: 0 });
    expect(who.stdout).toContain(person.email);
    const found = await client.run('search', 'acme', '--json');
    expect(found.status).toBe(0);
    expect(found.stdout).toContain('Acme Robotics raises $12 million');
    const { data } = await person.api<{
      allowances: Record<'api' | 'cli', { used: number }>;
    }>('/overview');
    expect(data.allowances.cli.used).toBeGreaterThan(0);
    expect(data.allowances.api.used).toBe(0);
    expect((await client.run('logout')).status).toBe(0);
    expect((await client.run('search', 'acme')).status).toBe(NOT_SIGNED_IN);
  });

  it('logs in only after the click', async () => {
    const client = await newClient();
    expect((await logIn(client, 'Deny')).status).toBe(NOT_SIGNED_IN);
    // A link that would send the code elsewhere leads to a page that says so.
    const elsewhere = new URL('/cli/authorize', system.dashboardUrl);
    elsewhere.search = new URLSearchParams({
      response_type: 'code',
      client_id: 'signals-cli',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
      state: 'A'.repeat(16),
      device_name: 'A laptop',
    }).toString();
    elsewhere.searchParams.set('redirect_uri', 'http://evil.example:80/callback');
    await person.page.goto(elsewhere.href);
    await person.page.getByRole('heading', { name: 'This login cannot continue' }).waitFor();
    await expect(person.page.getByRole('button', { name: 'Approve' }).count()).resolves.toBe(0);
  });

  it('logs in a remote shell with a code, and logs it out from the list of devices', async () => {
    const client = await newClient();
    const { status } = await client.logIn('--device', /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/, async ([code]) => {
      await person.open('/device');
      await person.page.getByLabel('Device code').fill(code.toLowerCase());
      await person.page.keyboard.press('Enter');
      // The field that had the focus is gone.
      await person.page.locator('h1:focus', { hasText: 'Approve this device?' }).waitFor();
      await person.page.getByRole('button', { name: 'Approve' }).click();
      await person.page.getByRole('heading', { name: 'The device is logged in' }).waitFor();
    });
    expect(status).toBe(0);
    expect((await client.run('usage')).status).toBe(0);

    await person.open('/command-line');
    await person.page
      .getByRole('button', { name: /^Revoke / })
      .first()
      .click();
    await person.page.getByRole('button', { name: 'Revoke device' }).click();
    await person.page.getByText('No devices logged in').waitFor();
    await waitFor(async () => (await client.run('usage')).status === NOT_SIGNED_IN, {
      timeoutMs: REVOCATION_MS + 5_000,
      description: 'the client to be logged out',
    });
  });

  it('refers to the list of devices if the response to an approval was lost', async () => {
    const { page } = person;
    const client = await newClient();
    const { status } = await client.logIn('--device', /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/, async ([code]) => {
      await page.goto(`/device?user_code=${code}`);
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.route('**/api/app/v1/cli/device-logins/*', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
      await page.unroute('**/api/app/v1/cli/device-logins/*');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').filter({ hasText: 'was used' }).waitFor();
    });
    expect(status).toBe(0);
    await page.getByRole('alert').getByRole('link', { name: 'your devices' }).click();
    await page.getByRole('button', { name: /^Revoke / }).waitFor();
    expect((await client.run('logout')).status).toBe(0);
  });

  describe('with a browser whose clock is wrong', () => {
    let late: Person;

    beforeEach(async () => {
      late = await browser.newUser();
      await late.page.clock.install({ time: Date.now() + CODE_MS });
    });

    afterEach(() => late.close());

    const logInLate = async (decide: () => Promise<void>) => {
      const client = await newClient();
      return client.logIn('--device', /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/, async ([code]) => {
        await late.open(`/device?user_code=${code}`);
        await late.page.getByRole('button', { name: 'Approve' }).waitFor();
        await decide();
      });
    };

    it('approves a device', async () => {
      const { status } = await logInLate(async () => {
        await late.page.getByRole('button', { name: 'Approve' }).click();
        await late.page.getByRole('heading', { name: 'The device is logged in' }).waitFor();
      });
      expect(status).toBe(0);
    });

    it('shows that a code has expired when the server says so', async () => {
      const { status } = await logInLate(async () => {
        const tab = await late.context.newPage();
        await tab.goto(late.page.url());
        await tab.getByRole('button', { name: 'Deny' }).click();
        await tab.getByRole('heading', { name: 'The device was denied' }).waitFor();
        await late.page.clock.fastForward(CODE_MS);
        await late.page.getByRole('heading', { name: 'The code has expired' }).waitFor();
      });
      expect(status).toBe(NOT_SIGNED_IN);
    });
  });

  it('offers a way to continue at the end of its allowance and continues with a subscription', async () => {
    const client = await newClient();
    expect(await logIn(client)).toMatchObject({ status: 0 });
    const accountId = await person.accountId();
    // A subscription with few records, which the test uses up.
    const periodEnd = new Date(Date.now() + 86_400_000).toISOString();
    await system.adminJson(
      'subscription',
      'start',
      '--account',
      accountId,
      '--cli-records',
      '1',
      '--period-end',
      periodEnd,
    );
    expect((await client.run('search', 'acme', '--limit', '1')).status).toBe(0);
    const refused = await client.run('search', 'acme', '--limit', '1');
    expect(refused.status).toBe(NOT_PAID);
    expect(refused.stderr).toMatch(/allowance|records/i);
    expect(person.issues).toEqual([]);
  });
});
