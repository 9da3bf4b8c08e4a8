import type { SavedSearch, SessionState } from '@heliograph/dashboard-api';
import { describeWith, waitFor } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { UserBrowser, type Person } from '../support/user-browser';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Billing {
  cli: { granted: number };
  web: object | null;
  prepaidUse: { cli: boolean; web: boolean };
  plan: { current: { state: string } | null };
}

describeWith('chromium', 'ways to continue when free records and searches run out', () => {
  let system: RunningSystem;
  let browser: UserBrowser;

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
  });

  afterAll(async () => {
    await browser?.close();
  });

  const billing = async (person: Person) => (await person.api<Billing>('/billing')).data;
  const useSearches = async (person: Person, count = 10) => {
    for (let search = 1; search <= count; search += 1) await person.api(`/activities?q=acme+-no${search}`);
  };

  it.each([
    ['on a phone in dark mode', { ...PHONE, colorScheme: 'dark' as const }],
    ['on a desktop', {}],
  ])(
    'subscribes, cancels, undoes the cancellation, and learns about a failed renewal, %s',
    async (_name, options) => {
      const person = await browser.newUser(options);
      const { page } = person;
      await person.open('/billing');
      await page.getByRole('button', { name: 'Subscribe for $20.00 a month' }).waitFor();
      expect(await pageIssuesOf(person)).toEqual([]);
      await page.getByRole('button', { name: 'Subscribe for $20.00 a month' }).press('Enter');
      await page.waitForURL(/development-checkout/);
      await page.getByRole('button', { name: /^Subscribe for/ }).click();
      await page.getByText('You are subscribed').waitFor();
      // The parameter is dropped after the message appears, not along with it.
      await page.waitForURL((url) => url.search === '');
      expect(await billing(person)).toMatchObject({ cli: { granted: 5_000 }, web: null });
      expect(await pageIssuesOf(person)).toEqual([]);

      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route('**/api/app/v1/billing/entries*', (route) => held.then(() => route.continue()));
      await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).press('Enter');
      await page.getByText(/^Ends on/).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await pageIssuesOf(person)).toEqual([]);
      await page.getByRole('button', { name: 'Keep the subscription' }).press('Enter');
      await page.getByText(/^Renews on/).waitFor();
      letGo();

      await page.getByRole('button', { name: 'Payment and invoices' }).click();
      await page.getByRole('button', { name: 'Let the renewal fail' }).click();
      await page.getByText('The renewal could not be paid').waitFor();
      expect(await billing(person)).toMatchObject({
        cli: { granted: 500 },
        plan: { current: { state: 'past_due' } },
      });
      expect(await pageIssuesOf(person)).toEqual([]);
      await person.open('/');
      await page.getByText(/could not be renewed/).waitFor();

      await person.open('/billing');
      await page.getByRole('button', { name: 'Update the payment' }).click();
      await page.getByRole('button', { name: 'Pay the next month now' }).click();
      await page.getByText(/^Renews on/).waitFor();
      expect(person.issues).toEqual([]);
    },
  );

  it('is confirmed by a server that answers more slowly than the page asks', async () => {
    const person = await browser.newUser();
    const { page } = person;
    const aborted: string[] = [];
    page.on('requestfailed', (request) => aborted.push(request.url()));
    await page.clock.install();
    await person.open('/billing?plan=success');
    await page.getByText('Waiting for the subscription').waitFor();
    await page.waitForLoadState('networkidle');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/app/v1/billing', async (route) => {
      await answered;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/app/v1/billing');
    await page.clock.fastForward(3_000);
    await asked;
    for (let pause = 1; pause <= 3; pause += 1) await page.clock.fastForward(3_000);
    const checkout = await person.context.newPage();
    await checkout.goto('/billing');
    await checkout.getByRole('button', { name: /^Subscribe for/ }).click();
    await checkout.waitForURL(/development-checkout/);
    await checkout.getByRole('button', { name: /^Subscribe for/ }).click();
    await checkout.getByText('You are subscribed').waitFor();
    expect(aborted).toEqual([]);
    answer();
    await page.getByText('You are subscribed').waitFor();
    await person.close();
  });

  it("allows changing one's mind at checkout", async () => {
    const person = await browser.newUser();
    await person.open('/billing');
    await person.page.getByRole('button', { name: /^Subscribe for/ }).click();
    await person.page.waitForURL(/development-checkout/);
    await person.page.getByRole('button', { name: 'Cancel' }).click();
    await person.page.getByText('You did not subscribe').waitFor();
    expect((await billing(person)).plan.current).toBeNull();
  });

  it('leads from the end of the searches to Billing, and pays for searches from the balance', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    const accountId = await person.accountId();
    await useSearches(person);
    await person.open('/activities?q=acme');
    await page.getByText('You have used all searches for this month').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.getByRole('link', { name: 'See how to keep searching' }).click();
    await page.getByLabel('Searches in Activities').press('Space');
    await page.getByText('Your balance is empty').waitFor();
    // The choice is shown before it is saved.
    await page.getByText('Saved. It applies from the next request.').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    expect((await billing(person)).prepaidUse).toEqual({ cli: false, web: true });
    await system.adminJson('credit', 'add', '--account', accountId, '--usd', '1');

    await person.open('/activities?q=acme');
    await page.getByText('This search will cost up to 25 records ($0.125)').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.getByRole('button', { name: /^Search for up to/ }).press('Enter');
    await page.getByRole('article').first().waitFor();
    const { data: left } = await person.api<{ prepaid: { records: number } }>('/activities/searches');
    expect(left.prepaid.records).toBeLessThan(200);

    // Reopening the page sends nothing and costs nothing.
    await page.reload();
    await page.getByRole('article').first().waitFor();
    const { data: after } = await person.api<{ prepaid: { records: number } }>('/activities/searches');
    expect(after).toEqual(left);
    expect(person.issues).toEqual([]);
  });

  it('asks before charging when another member has used up the free searches', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    await person.open('/billing');
    await page.getByLabel('Searches in Activities').press('Space');
    await page.getByText('Saved. It applies from the next request.').waitFor();
    await system.adminJson('credit', 'add', '--account', await person.accountId(), '--usd', '1');
    await person.open('/activities');
    await page.getByText('10 of 10 searches left this month').waitFor();
    await useSearches(person);
    await page.getByRole('searchbox').fill('acme');
    await page.keyboard.press('Enter');
    await page.getByText('This search will cost up to 25 records ($0.125)').waitFor();
    const left = async () =>
      (await person.api<{ prepaid: { records: number } }>('/activities/searches')).data.prepaid.records;
    expect(await left()).toBe(200);
    await page.getByRole('button', { name: /^Search for up to/ }).press('Enter');
    await waitFor(async () => (await left()) < 200);
    expect(person.issues).toEqual([]);
  });

  it('keeps what the last free search showed, and says when the balance is too low for another', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    const save = async (words: string) => {
      const { csrfToken } = (await person.api<SessionState>('/session')).data;
      const response = await person.context.request.post('/api/app/v1/saved-searches', {
        headers: { 'X-CSRF-Token': csrfToken, Origin: system.dashboardUrl },
        data: { name: words, query: { q: words } },
      });
      return ((await response.json()) as { data: SavedSearch }).data.id;
    };
    await person.open('/billing');
    await page.getByLabel('Searches in Activities').press('Space');
    await page.getByText('Saved. It applies from the next request.').waitFor();
    await useSearches(person, 9);
    await person.open(`/saved-searches/${await save('acme')}`);
    await page.getByText('Nothing new').waitFor();
    // The page then learns that no search is left.
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Nothing new').count()).toBe(1);

    await person.open(`/saved-searches/${await save('raises')}`);
    await page.getByRole('button', { name: /^Show for up to/ }).click();
    await page.getByText('Your balance does not cover this search').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);

    // Another developer, who has not agreed yet and may not open Billing.
    await page.evaluate('localStorage.clear()');
    await page.route('**/api/app/v1/session', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: SessionState };
      await route.fulfill({ response, json: { data: { ...data, memberRole: 'developer' } } });
    });
    await person.open('/activities?q=hires');
    await page.getByRole('button', { name: /^Search for up to/ }).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Billing' }).count()).toBe(0);
    expect(person.issues).toEqual([]);
  });

  it('lets the balance pay for the command line', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/billing');
    const choice = page.getByLabel('The command line', { exact: true });
    await choice.press('Space');
    await page.getByText('Saved. It applies from the next request.').waitFor();
    expect((await billing(person)).prepaidUse).toEqual({ cli: true, web: false });
    await page.reload();
    await expect(choice.isChecked()).resolves.toBe(true);
    expect(await pageIssuesOf(person)).toEqual([]);
    expect(await system.adminJson('prepaid-use', '--account', await person.accountId())).toMatchObject({
      cli: true,
      web: false,
    });
  });
});
