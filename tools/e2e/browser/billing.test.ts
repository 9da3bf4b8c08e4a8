import type { BillingState } from '@heliograph/dashboard-api';
import { describeWith, waitFor } from '@heliograph/testing';
import { UserBrowser, type Person } from '../support/user-browser';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';

interface Billing {
  balance: { amount: string; records: number };
}

describeWith('chromium', 'a top-up with the development provider', () => {
  let system: RunningSystem;
  let browser: UserBrowser;
  let customer: Person;

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
    customer = await browser.newUser();
  });

  afterAll(async () => {
    await browser?.close();
  });

  const balance = async () => (await customer.api<Billing>('/billing')).data.balance;

  it('refuses less than $10 before any payment', async () => {
    const { page } = customer;
    await customer.open('/billing');
    await page.getByLabel('Amount in US dollars').fill('9.99');
    await page.getByRole('button', { name: /^Top up/ }).click();
    await page.getByText(/\$10/).first().waitFor();
    await expect(page.getByLabel('Amount in US dollars').getAttribute('aria-invalid')).resolves.toBe('true');
    expect(new URL(page.url()).pathname).toBe('/billing');
  });

  it('changes nothing when canceled', async () => {
    const { page } = customer;
    await customer.open('/billing');
    await page.getByLabel('Amount in US dollars').fill('20');
    await page.getByRole('button', { name: 'Top up $20' }).click();
    await page.getByRole('button', { name: /cancel/i }).click();
    await page.getByText('The payment was canceled').waitFor();
    expect((await balance()).records).toBe(0);
  });

  it('has its other uses saved in order, even if chosen while another is being saved', async () => {
    const { page } = customer;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await customer.open('/billing');
    await page.route('**/prepaid-use', async (route) => {
      await released;
      await route.continue();
    });
    const [cli, web] = [page.getByLabel('The command line'), page.getByLabel('Searches in Activities')];
    for (const box of [cli, web, cli]) await box.click();
    expect([await cli.isChecked(), await web.isChecked()]).toEqual([false, true]);
    release();
    await waitFor(async () => {
      const { prepaidUse } = (await customer.api<BillingState>('/billing')).data;
      return prepaidUse.web && !prepaidUse.cli;
    });
    await page.unroute('**/prepaid-use');
  });

  it('is credited once, however often the provider reports the payment', async () => {
    const { page } = customer;
    await customer.open('/billing');
    await page.getByLabel('Amount in US dollars').fill('12.5');
    await page.getByRole('button', { name: /^Top up/ }).click();
    const pay = page.getByRole('button', { name: /^pay/i });
    await pay.waitFor();
    const checkout = page.url();
    await pay.click();
    await page.getByText('added to your balance').waitFor();
    expect(await balance()).toMatchObject({ records: 2_500 });
    // Paying the same checkout again resends the same webhook.
    await page.goto(checkout);
    await page.getByRole('button', { name: /^pay/i }).click();
    await page.waitForURL(/\/billing/);
    expect(await balance()).toMatchObject({ records: 2_500 });

    await customer.open('/billing');
    await page
      .getByRole('link', { name: /receipt/i })
      .first()
      .click();
    await page.waitForURL(/\/billing\/receipts\//);
    await page.getByText('$12.50').first().waitFor();
    expect(customer.issues).toEqual([]);
  });

  it('shows a receipt only to its owner', async () => {
    const path = new URL(customer.page.url()).pathname.replace('/billing/receipts/', '/billing/receipts/');
    const other = await browser.newUser();
    expect((await other.api(path)).status).toBe(404);
    await other.close();
  });
});
