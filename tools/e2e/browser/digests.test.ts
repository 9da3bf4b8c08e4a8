import type { Alerts, Digest } from '@heliograph/dashboard-api';
import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

describeWith('chromium', 'email digests and alerts', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it.each([
    ['a phone in light', { ...PHONE, colorScheme: 'light' as const }],
    ['a desktop in dark', { ...DESKTOP, colorScheme: 'dark' as const }],
  ])('are chosen and ended, on %s', async (_name, options) => {
    const person = await browser.newUser(options);
    const { page } = person;
    const issues: string[] = [];
    await person.open('/activities?country=Germany');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Email digest' }).waitFor();
    await page.getByRole('region', { name: 'Email digest' }).getByText(person.email).waitFor();
    issues.push(...(await pageIssuesOf(person)));

    const choice = page.getByLabel('Send a digest');
    expect(await choice.inputValue()).toBe('none');
    await choice.selectOption('Daily');
    await page.getByText('The email digest was saved.').waitFor();
    await page.getByText(/next on/).waitFor();
    await page.reload();
    await page.getByText(/next on/).waitFor();
    expect(await choice.inputValue()).toBe('daily');
    issues.push(...(await pageIssuesOf(person)));

    // Simulates a search engine that cannot follow changes.
    await page.route('**/digest', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: Digest };
      await route.fulfill({
        response,
        json: { data: { ...data, isAvailable: false, lacksChanges: true } },
      });
    });
    await page.reload();
    await page.getByText('The daily digest waits until it can.').waitFor();
    expect(await choice.count()).toBe(0);
    issues.push(...(await pageIssuesOf(person)));
    await page.getByRole('button', { name: 'Turn off the digest' }).click();
    await page.getByText('The email digest was turned off.').waitFor();
    expect(await page.getByRole('button', { name: 'Turn off the digest' }).count()).toBe(0);
    await page.unroute('**/digest');
    await page.reload();
    await choice.selectOption('Daily');
    await page.getByText(/next on/).waitFor();
    await choice.selectOption('No email');
    await page.getByText('The email digest was turned off.').waitFor();
    expect(await page.getByText(/next on/).count()).toBe(0);

    await person.open('/billing');
    // The box changes a moment after the click; check() does not wait for that.
    await page.getByLabel('When records run out').click();
    // While that is being saved.
    await page.getByLabel('When the balance falls below').selectOption('$5.00');
    await waitFor(async () => (await person.api<Alerts>('/billing/alerts')).data.balanceBelow === 5);
    await page.reload();
    await page.getByLabel('When records run out').waitFor();
    expect(await page.getByLabel('When records run out').isChecked()).toBe(true);
    issues.push(...(await pageIssuesOf(person)));

    await person.open('/unsubscribe/none');
    await page.getByRole('heading', { name: 'Stop these emails?' }).waitFor();
    issues.push(...(await pageIssuesOf(person)));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    issues.push(...(await pageIssuesOf(person)));
    expect([...issues, ...person.issues]).toEqual([]);
    await person.close();
  });
});
