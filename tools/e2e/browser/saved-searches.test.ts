import { describeWith, waitFor } from '@heliograph/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { daysAgo, importCorpus } from '../support/corpus';
import { signals } from '../support/fixture';
import { pageIssuesOf } from '../support/page-issues';
import type { RunningSystem } from '../support/running-system';
import { changingSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

describeWith('chromium', 'saved searches', () => {
  let system: RunningSystem;
  let browser: UserBrowser;
  let receiver: Server;
  let hook: string;
  let status: number;

  beforeAll(async () => {
    system = await changingSystem();
    browser = await UserBrowser.launch(system);
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });

  beforeEach(() => (status = 204));

  afterAll(async () => {
    await browser?.close();
    receiver?.close();
  });

  let lastId = 900_000;
  const publish = async (title: string) => {
    const signal = { ...signals[0]!, id: String((lastId += 1)), title, activityDate: daysAgo(0) };
    await importCorpus(system, {
      companies: [],
      signals: [{ ...signal, publishedAt: new Date().toISOString() }],
    });
  };

  /** Saves a search from its page and opens it. */
  const save = async ({ page }: Person, address: string) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'New since your last visit' }).waitFor();
  };

  it('are saved and deleted with one click each, and show what is new on the next visit', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await person.open('/activities?q=falcon&country=Germany');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByText('Saved as “falcon, Germany”').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('link', { name: 'Saved', exact: true }).waitFor();
    await page.waitForFunction(`document.activeElement.textContent === 'Saved'`);
    // The same search is not saved twice.
    await page.reload();
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByText('Already saved as “falcon, Germany”').waitFor();
    expect((await person.api<{ items: unknown[] }>('/saved-searches')).data.items).toHaveLength(1);

    await publish('Falcon opens in Munich');
    // Counts are cached for some seconds.
    const list = () => person.api<{ items: { unseen: { count: number } }[] }>('/saved-searches');
    await waitFor(async () => (await list()).data.items[0]?.unseen.count === 1, { timeoutMs: 60_000 });
    await person.open('/saved-searches');
    await page
      .getByRole('row', { name: /falcon/ })
      .getByText('1 new', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: 'falcon, Germany' }).click();
    await page.getByText('opens in Munich').waitFor();
    await page.locator('h1:focus', { hasText: 'falcon, Germany' }).waitFor();
    // After a reload it is still there and no longer new in the list, on all of the person's devices.
    await page.reload();
    await page.getByText('opens in Munich').waitFor();
    const elsewhere = await browser.newVisitor(PHONE);
    await elsewhere.signInWithoutPages(person.email);
    await elsewhere.open('/saved-searches');
    await elsewhere.page.getByText('Nothing new').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete saved search' }).click();
    await page.getByText('No saved searches yet').waitFor();
    expect([...person.issues, ...elsewhere.issues]).toEqual([]);
    await Promise.all([person.close(), elsewhere.close()]);
  });

  it.each([
    ['a phone in light mode', { ...PHONE, colorScheme: 'light' as const }],
    ['a desktop in dark mode', { ...DESKTOP, colorScheme: 'dark' as const }],
  ])('have a webhook that can be created, tested, rotated, and removed, on %s', async (_name, options) => {
    const person = await browser.newUser(options);
    const { page } = person;
    const issues: string[] = [];
    const check = async () => void issues.push(...(await pageIssuesOf(person)));
    await save(person, '/activities?q=robots&category=funding');
    await check();

    const add = page.getByRole('button', { name: 'Add webhook' });
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('dialog', { name: 'Add a webhook to “robots, Funding”' }).waitFor();
    await add.click();
    await page.getByText('Enter an address.').waitFor();
    // Text typed right away goes into the URL field, and renames nothing.
    await page.keyboard.type('http://example.com/');
    await add.click();
    await page.getByText('Must begin with https://').waitFor();
    await check();
    await page.getByLabel('Webhook address').fill(hook);
    await page.getByLabel('Daily record limit (optional)').fill('1,025');
    await add.click();
    await page.getByText('The webhook of “robots, Funding” was added.').waitFor();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await check();
    await page.evaluate('history.back()');
    await page.getByRole('alert').filter({ hasText: 'before you leave' }).waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();

    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Your server accepted the test').waitFor();
    status = 500;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Your server did not accept the test').waitFor();
    await page.getByRole('table').getByText('Delivered').waitFor();
    await page.getByRole('table').getByText(/500/).waitFor();
    await check();

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Previous secret valid until').waitFor();
    await page.getByRole('button', { name: 'Send again since…' }).click();
    await check();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/deliver(y|ies) sent again/).waitFor();

    await page.getByRole('button', { name: 'Remove webhook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
    await page.getByText('No webhook', { exact: true }).waitFor();
    await person.open('/saved-searches');
    await page.getByRole('row', { name: /robots/ }).waitFor();
    await check();
    expect(issues).toEqual([]);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('can be deleted again after a lost response', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await save(person, '/activities?q=falcon');
    await page.route('**/api/app/v1/saved-searches/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete saved search' }).click();
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
    await page.unroute('**/api/app/v1/saved-searches/*');
    await page.getByRole('button', { name: 'Delete saved search' }).click();
    await page.getByText('“falcon” was deleted.').waitFor();
    await page.waitForURL(`${system.dashboardUrl}/saved-searches`);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('say that the secret was rotated if the response was lost', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await save(person, '/activities?q=osprey');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Webhook address').fill(hook);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.route('**/rotate-secret', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the webhook’s secret?' });
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
    await dialog.getByText('It was rotated in the last 24 hours').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await person.close();
  });

  it('have a webhook that the playground tests, rotates, and replays, once that is confirmed', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    const response = page.getByRole('region', { name: 'Response' });
    const issues: string[] = [];
    const choose = (call: string) => page.getByLabel('Operation').selectOption(call);
    const answered = async (answer: number) => {
      await response.getByText(String(answer), { exact: true }).waitFor();
      issues.push(...(await pageIssuesOf(person)));
      return JSON.parse((await response.locator('pre').textContent()) ?? '') as { data: never };
    };
    const confirm = async (question: string, label: string) => {
      await page.keyboard.press('Control+Enter');
      const dialog = page.getByRole('dialog', { name: question });
      await dialog.getByText('with a live key').waitFor();
      issues.push(...(await pageIssuesOf(person)));
      await dialog.getByRole('button', { name: label }).click();
    };

    const { key } = await system.newClient({ scopes: 'signals:read,searches:write' });
    await person.open('/playground?call=create-saved-search');
    await page.getByLabel('Or paste an API key').fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByLabel(/^name/).fill('From the playground');
    await page.getByLabel(/^query/).fill('{"q":"merlin"}');
    await page.getByLabel('Add a parameter').selectOption('webhook');
    await page.getByLabel(/^webhook/).fill(JSON.stringify({ url: hook }));
    await confirm('Create this saved search?', 'Create saved search');
    const saved: { id: string; webhook: { secret: string } } = (await answered(201)).data;

    await choose('test-webhook');
    await page.getByLabel(/^id/).fill(saved.id);
    await confirm('Send a test event?', 'Send test event');
    expect((await answered(200)).data).toMatchObject({ state: 'delivered', test: true });

    // The id is kept from one operation to the next.
    await choose('rotate-secret');
    expect(await page.getByLabel(/^id/).inputValue()).toBe(saved.id);
    await confirm('Rotate the secret of this webhook?', 'Rotate secret');
    const rotated: typeof saved = (await answered(200)).data;
    expect(rotated.webhook.secret).not.toBe(saved.webhook.secret);

    await publish('Merlin raises money');
    await choose('deliveries');
    let sent: { id: string; state: string; test: boolean } | undefined;
    await waitFor(
      async () => {
        await page.keyboard.press('Control+Enter');
        const { items }: { items: NonNullable<typeof sent>[] } = (await answered(200)).data;
        sent = items.find(({ state, test }) => state === 'delivered' && !test);
        return sent !== undefined;
      },
      { timeoutMs: 60_000 },
    );

    await choose('replay-delivery');
    await page.keyboard.press('Control+Enter');
    await page.getByText('It is required.').waitFor();
    await page.getByLabel(/^deliveryId/).fill(sent!.id);
    await confirm('Send this delivery again?', 'Send again');
    expect((await answered(200)).data).toMatchObject({ id: sent!.id, state: 'pending' });

    await choose('replay-deliveries');
    await confirm('Send these deliveries again?', 'Send all again');
    await answered(400);
    expect(await page.getByLabel(/^since/).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel(/^since/).fill(`${daysAgo(1)}T00:00:00Z`);
    await confirm('Send these deliveries again?', 'Send all again');
    expect((await answered(200)).data).toEqual({ deliveries: 1 });
    expect([...issues, ...person.issues]).toEqual([]);
    await person.close();
  });

  it('deliver new activities and can redeliver them', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await save(person, '/activities?q=kestrel');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Webhook address').fill(hook);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await publish('Kestrel raises money');
    const deliveries = `${new URL(page.url()).pathname}/deliveries`;
    await waitFor(async () => (await person.api<{ items: unknown[] }>(deliveries)).data.items.length > 0, {
      timeoutMs: 60_000,
    });
    await page.reload();
    await page.getByText('1 activity').waitFor();
    await page.getByRole('button', { name: /^Send the delivery from / }).click();
    await page.getByText('Sent again.').waitFor();
    await page.getByText('Kestrel raises money').or(page.getByText('raises money')).first().waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('explain the maximum number and what cannot be saved', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    await person.open('/activities?q=drones');
    for (let count = 1; count <= 50; count += 1) {
      // Sends the page's request; fifty clicks would only be slower.
      const saved = await page.evaluate<number>(`(async () => {
        const { data } = await (await fetch('/api/app/v1/session')).json();
        const response = await fetch('/api/app/v1/saved-searches', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': data.csrfToken },
          body: JSON.stringify({ name: 'Number ${count}', query: { q: 'robots' } }),
        });
        return response.status;
      })()`);
      expect(saved).toBe(201);
    }
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByText('This search was not saved').waitFor();
    const issues = await pageIssuesOf(person);
    await person.open('/saved-searches');
    await page.getByText('You have reached the limit of 50 saved searches').waitFor();
    issues.push(...(await pageIssuesOf(person)));
    await person.open('/activities?semantic=robots+that+cook');
    expect(await page.getByRole('button', { name: 'Save this search' }).count()).toBe(0);
    expect([...issues, ...person.issues]).toEqual([]);
    await person.close();
  });

  it('show the cost of an export and how to run it', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    await person.open('/activities?country=Germany');
    await page
      .getByText(/^\d+ activit/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText(/at most \$/).waitFor();
    await page.getByText('500 records', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Parquet' }).check();
    await page.getByText(/activities\.parquet/).waitFor();
    expect([...(await pageIssuesOf(person)), ...person.issues]).toEqual([]);
    await person.close();
  });

  it('of another account are hidden', async () => {
    const owner = await browser.newUser(DESKTOP);
    await save(owner, '/activities?country=Germany');
    const path = new URL(owner.page.url()).pathname;
    const other = await browser.newUser(DESKTOP);
    await other.page.goto(path);
    await other.page.getByText('Saved search not found').waitFor();
    await Promise.all([owner.close(), other.close()]);
  });
});
