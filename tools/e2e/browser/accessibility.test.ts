import { describeWith, startBeforeAll } from '@heliograph/testing';
import { isSeen, ZOOMED } from '../support/is-seen';
import { pageIssuesOf } from '../support/page-issues';
import { UserBrowser } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

const API_REFERENCE = '/docs/api-reference#/Account/getFilterOptions';
/** The documentation's own tests check its pages. */
const PAGES = [
  '/',
  '/keys',
  '/playground',
  '/playground?call=count&unknown=1',
  '/usage',
  '/logs',
  '/logs?status=5xx',
  '/billing',
  '/activities',
  '/activities?q=nothing-has-this-word',
  '/activities?q=robots',
  '/saved-searches',
  '/saved-searches/00000000-0000-7000-8000-000000000000',
  '/companies/acme-robotics',
  '/command-line',
  '/device',
  '/settings',
  '/operator',
  '/operator/accounts',
  '/operator/access',
  '/status',
  '/no-such-page',
];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

describeWith('chromium', 'accessibility', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it.each([
    ['a phone in light mode', { ...PHONE, colorScheme: 'light' as const }],
    ['a desktop in dark mode', { ...DESKTOP, colorScheme: 'dark' as const }],
  ])(
    'axe finds nothing on %s, and nothing scrolls sideways',
    async (_name, options) => {
      const person = await browser.newVisitor(options);
      await person.open('/sign-in');
      const issues = await pageIssuesOf(person);
      await person.signInWithoutPages('everybody@people.example', { asOperator: true });
      for (const path of PAGES) {
        await person.open(path);
        await person.page.waitForLoadState('networkidle');
        issues.push(...(await pageIssuesOf(person)));
      }
      expect(issues).toEqual([]);
      expect(person.issues).toEqual([]);
      await person.close();
    },
    300_000,
  );

  it('a request can be tried in the API reference', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    const { key } = await system.newClient();
    await person.open(API_REFERENCE);
    await page.locator('button.authorize').first().click({ timeout: 60_000 });
    await page.locator('.auth-container input').fill(key);
    await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('.btn-done').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const response = page.locator('.live-responses-table .response-col_status');
    await response.filter({ hasText: '200' }).waitFor();
    expect(await page.locator('.curl').textContent()).toContain(`${system.url}/api/v1/filter-options`);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('the focused field of a dialog is visible at 400% zoom', async () => {
    const person = await browser.newUser(ZOOMED);
    const { page } = person;
    await person.open('/keys?create');
    const focused = page.getByRole('dialog').locator(':focus');
    const hidden: string[] = [];
    for (const field of ['Name', 'Test key', 'Signals', 'Companies', 'Saved searches', 'Expires']) {
      await focused.and(page.getByLabel(field, { exact: true })).waitFor();
      if (!(await isSeen(person, 'document.activeElement'))) hidden.push(field);
      await page.keyboard.press('Tab');
    }
    expect(hidden).toEqual([]);
    await person.close();
  });

  it('a key can be created and revoked by keyboard alone', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    /** Presses Tab until the focused element has that name. */
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate<string>(
          `(() => { const element = document.activeElement;
            // After the last element, the page itself has the focus.
            if (element === document.body) return '';
            return [element?.getAttribute('aria-label'), element?.textContent,
              element?.labels?.[0]?.textContent].filter(Boolean).join(' | '); })()`,
        );
        if (name.test(focused)) return;
      }
      throw new Error(`the keyboard does not come to ${String(name)} on ${page.url()}`);
    };
    await person.open('/');
    await tabTo(/skip/i);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await person.open('/keys');
    await tabTo(/create/i);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByLabel('API key', { exact: true }).waitFor();
    await tabTo(/this key in a safe place/);
    await page.keyboard.press('Space');
    await tabTo(/^Done/);
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: /By keyboard/ }).waitFor();
    await tabTo(/Revoke By keyboard/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Revoke/);
    await page.keyboard.press('Enter');
    await page
      .getByText(/revoked/i)
      .first()
      .waitFor();
    await person.close();
  });
});
