import type { AutoTopUp, BillingEntries } from '@heliograph/dashboard-api';
import {
  describeWith,
  waitFor,
  FakeStripe,
  GOOD_CARD,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
} from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { System } from '../support/system';
import { UserBrowser } from '../support/user-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

describeWith('chromium', 'an automatic top-up', () => {
  let stripe: FakeStripe;
  let system: System;
  let browser: UserBrowser;

  beforeAll(async () => {
    stripe = await FakeStripe.start();
    system = await System.start({
      args: ['--empty'],
      environment: {
        PAYMENT_PROVIDER: 'stripe',
        STRIPE_SECRET_KEY: STRIPE_KEY,
        STRIPE_WEBHOOK_SECRET,
        STRIPE_API_URL: stripe.url,
      },
    });
    browser = await UserBrowser.launch(system);
  });

  afterAll(async () => {
    await browser?.close();
    await system?.destroy();
    await stripe?.stop();
  });

  it.each([
    ['a phone in light', { ...PHONE, colorScheme: 'light' as const }],
    ['a desktop in dark', { ...DESKTOP, colorScheme: 'dark' as const }],
  ])(
    'is set up with a saved card, buys, is turned off, and its card removed, on %s',
    async (_name, options) => {
      const person = await browser.newUser(options);
      const { page } = person;
      const setting = async () => (await person.api<AutoTopUp>('/billing/auto-top-up')).data;
      // On Stripe's page, the card is saved; its webhook arrives after the browser has returned.
      const confirmCard = async (last4: string) => {
        const setup = stripe.saveCard(stripe.sessions.at(-1)!, GOOD_CARD, last4);
        const { body, headers } = stripe.event('checkout.session.completed', setup);
        await fetch(`${system.dashboardUrl}/webhooks/payments`, { method: 'POST', body, headers });
      };
      await page.route('https://checkout.stripe.example/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<meta http-equiv="refresh" content="0;url=${stripe.sessions.at(-1)!.success_url}">`,
        }),
      );
      await person.open('/billing');
      await page.getByRole('button', { name: 'Save a card' }).waitFor();
      const issues = await pageIssuesOf(person);
      await page.getByRole('button', { name: 'Save a card' }).click();
      await page.getByText('Waiting for the card to be confirmed').waitFor();
      issues.push(...(await pageIssuesOf(person)));
      await confirmCard('4444');
      await page.getByText('Visa ending in 4444').waitFor();
      // A reload, or removing the card later, must not look like a return from saving one.
      await page.waitForURL((url) => !url.searchParams.has('card'));
      await page.getByRole('button', { name: 'Use another card' }).click();
      await page.waitForURL((url) => url.hostname === '127.0.0.1' && !url.searchParams.has('card'));
      await page.getByText('Visa ending in 4444').waitFor();
      await confirmCard('4242');
      await page.getByText('Visa ending in 4242').waitFor();

      await page.getByLabel('Buy', { exact: true }).fill('1.5');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('Must be a whole number of dollars.').waitFor();
      await page.getByLabel('Buy', { exact: true }).fill('20');
      issues.push(...(await pageIssuesOf(person)));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('button', { name: 'Turn off' }).waitFor();
      await page.locator('button:focus', { hasText: 'Save' }).waitFor();
      // What is typed during a save stays.
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route('**/billing/auto-top-up', async (route) => {
        if (route.request().method() === 'PUT') await held;
        await route.continue();
      });
      const limit = page.getByLabel('Monthly limit (UTC)');
      await page.getByLabel('If the balance falls below').fill('11');
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await page.keyboard.press('Enter');
      await sent;
      await limit.fill('$ 1,000');
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await save.and(page.locator('[aria-disabled]')).waitFor();
      letGo();
      await save.and(page.locator(':not([aria-disabled])')).waitFor();
      expect(await limit.inputValue()).toBe('$ 1,000');
      await page.keyboard.press('Enter');
      await waitFor(async () => (await setting()).choice?.monthlyCap === 1000);
      expect((await setting()).choice).toEqual({ balanceBelow: 11, amount: 20, monthlyCap: 1000 });
      // The month's amount includes a purchase from its lease on, before the card is charged and the credit made.
      const entries = async () => (await person.api<BillingEntries>('/billing/entries')).data.items;
      await waitFor(async () => (await entries()).some(({ kind }) => kind === 'credit'), {
        timeoutMs: 40_000,
      });
      await person.open('/billing');
      await page.getByText('Automatic top-up by card (Stripe)').waitFor();
      await page.getByText('bought $20.00 this month').waitFor();
      issues.push(...(await pageIssuesOf(person)));
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('button', { name: 'Turn on' }).waitFor();
      await page.locator('h2:focus', { hasText: 'Automatic top-up' }).waitFor();
      expect(await setting()).toMatchObject({ isOn: false, pause: null });

      await page.getByRole('button', { name: 'Remove card' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove “Visa ending in 4242”?' });
      await dialog.getByText('the card is no longer charged').waitFor();
      issues.push(...(await pageIssuesOf(person)));
      await dialog.getByRole('button', { name: 'Remove card' }).click();
      await page.getByRole('button', { name: 'Save a card' }).waitFor();
      // The button that opened the dialog is gone.
      await page.locator('h2:focus', { hasText: 'Automatic top-up' }).waitFor();
      expect(stripe.cards.setups.at(-1)!.payment_method.customer).toBeNull();
      await person.open('/settings');
      await page.getByText('The card Visa ending in 4242 was removed').waitFor();
      expect(issues).toEqual([]);
      expect(person.issues).toEqual([]);
      await person.close();
    },
  );
});
