import type { SessionState } from '@heliograph/dashboard-api';
import { describeWith, waitFor } from '@heliograph/testing';
import { daysAgo } from '../support/corpus';
import { pageIssuesOf } from '../support/page-issues';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const WORD = 'warehouse';

interface Logs {
  items: { requestId: string; query: string | null }[];
}

describeWith('chromium', 'the request log', () => {
  let system: RunningSystem;
  let browser: UserBrowser;
  let developer: Person;
  let key: string;

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
    developer = await browser.newUser(DESKTOP);
    const account = await developer.accountId();
    const scopes = 'signals:read,companies:read';
    const made = ['key', 'create', '--account', account, '--scopes', scopes, '--name', 'production'];
    key = (await system.adminJson<{ key: string }>(...made)).key;
    await ask('/signals?limit=zero', 'the-bad-request');
    await ask('/companies/no-such-company', 'the-missing-company');
    await ask(`/signals?q=${WORD}&limit=1`, 'the-good-request');
    await waitFor(async () => (await developer.api<Logs>('/logs')).data.items.length === 3, {
      description: 'three logged requests',
    });
  });

  afterAll(async () => {
    await browser?.close();
  });

  async function ask(path: string, requestId: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': requestId };
    await (await fetch(`${system.url}/api/v1${path}`, { headers })).arrayBuffer();
  }

  const rows = ({ page }: Person) =>
    page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
  const drawer = ({ page }: Person) => page.getByRole('dialog', { name: 'Request' });

  it('lists requests, filters them in the URL, and shows all of one, with help on its error', async () => {
    const { page } = developer;
    await developer.open('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('logs');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/logs');
    await rows(developer).nth(2).waitFor();
    expect(await rows(developer).nth(0).textContent()).toContain('the-good-request');
    expect(await rows(developer).nth(0).textContent()).toMatch(/200.*\/api\/v1\/signals.*production.*#\d+/);
    expect(await pageIssuesOf(developer)).toEqual([]);

    await page.getByLabel('Status').selectOption('not_found');
    await page.waitForURL((url) => url.searchParams.get('status') === 'not_found');
    await waitFor(async () => (await rows(developer).count()) === 1);
    await page.getByRole('link', { name: 'GET /api/v1/companies/{slug}' }).click();
    await drawer(developer).getByText('Nothing exists at this path').waitFor();
    expect(
      await drawer(developer).getByRole('link', { name: 'More about this error' }).getAttribute('href'),
    ).toBe('/docs/errors#not_found');
    expect(await pageIssuesOf(developer)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer(developer).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Clear filters' }).click();
    // Until the filters are cleared, the next one would be added to them.
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    await page.locator('h1:focus', { hasText: 'Logs' }).waitFor();
    await page.getByLabel('Request ID').fill('the-good-request');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('requestId') === 'the-good-request');
    await waitFor(async () => (await rows(developer).count()) === 1);
    await page.getByRole('searchbox', { name: 'Request ID' }).and(page.locator(':focus')).waitFor();
    await page.getByLabel('Time').selectOption('days');
    const [year, month, day] = daysAgo(1).split('-');
    await page.getByLabel('From').focus();
    await page.keyboard.type(`${month}${day}${year}`);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('from') === daysAgo(1));
    await page.getByRole('link', { name: 'GET /api/v1/signals' }).click();
    await drawer(developer).getByRole('button', { name: 'Copy receipt' }).waitFor();
    expect(await drawer(developer).textContent()).not.toContain(WORD);
    await page.goBack();
    await drawer(developer).waitFor({ state: 'detached' });
    expect(developer.issues).toEqual([]);
  });

  it('keeps queries for an account that opts in, reruns one, and removes them', async () => {
    const { page } = developer;
    await developer.open('/settings');
    const box = page.getByLabel('Keep the text of queries in logs');
    await box.click();
    await page.getByText('Logs keep queries from now on.').waitFor();
    // Gateways may cache the setting for a few seconds.
    await waitFor(
      async () => {
        await ask(`/signals?q=${WORD}&limit=1`, 'the-kept-query');
        const { items } = (await developer.api<Logs>('/logs?requestId=the-kept-query')).data;
        return items.some(({ query }) => query !== null);
      },
      { pollMs: 500, description: 'a logged query' },
    );
    await developer.open('/logs?requestId=the-kept-query');
    await page.getByRole('link', { name: 'GET /api/v1/signals' }).first().click();
    await drawer(developer).getByText(WORD).first().waitFor();
    expect(await pageIssuesOf(developer)).toEqual([]);
    await drawer(developer).getByRole('link', { name: 'Run again in Activities' }).click();
    await page.waitForURL((url) => url.pathname === '/activities' && url.searchParams.get('q') === WORD);

    // A viewer can neither search nor change what is kept.
    await page.route('**/api/app/v1/session', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: SessionState };
      await route.fulfill({ response, json: { data: { ...data, memberRole: 'viewer' } } });
    });
    await developer.open('/logs?requestId=the-kept-query');
    await page.getByText(/Queries are kept\./).waitFor();
    await page.getByRole('link', { name: 'GET /api/v1/signals' }).first().click();
    await drawer(developer).getByText(WORD).first().waitFor();
    expect(
      await drawer(developer)
        .getByRole('link', { name: /Run again/ })
        .count(),
    ).toBe(0);
    await page.unroute('**/api/app/v1/session');

    await developer.open('/settings');
    await page.getByLabel('Keep the text of queries in logs').click();
    await page.getByText('Those they held are removed.').waitFor();
    const { items } = (await developer.api<Logs>('/logs')).data;
    expect(items.every(({ query }) => query === null)).toBe(true);
  });

  it('shows cards on a phone, and says so when it is empty', async () => {
    const person = await browser.newUser(PHONE);
    await person.open('/logs');
    await person.page.getByText('No requests yet').waitFor();
    await person.open('/logs?status=5xx#request-00000000-0000-7000-8000-000000000000');
    await person.page.getByText('This request is not in the list').waitFor();
    await person.page.keyboard.press('Escape');
    await person.page.getByText('No request matches').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
