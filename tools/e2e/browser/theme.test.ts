import { describeWith, startBeforeAll } from '@heliograph/testing';
import type { Page } from 'playwright-core';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

const DARK_PAGE = 'rgb(17, 18, 20)';
const LIGHT_PAGE = 'rgb(246, 246, 243)';

describeWith('chromium', 'light and dark', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const groundOf = (page: Page) =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const hasGround = (page: Page, color: string) =>
    page.waitForFunction(
      `getComputedStyle(document.documentElement).backgroundColor === ${JSON.stringify(color)}`,
    );

  it('a choice applies at once, after a reload, in other tabs, and in the documentation', async () => {
    const person = await browser.newUser({ colorScheme: 'light' });
    const { page } = person;
    const other = await person.context.newPage();
    await other.goto('/sign-in');
    await person.open('/');
    expect(await groundOf(page)).toBe(LIGHT_PAGE);

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('radio', { name: 'Auto' }).press('ArrowRight');
    await page.getByRole('radio', { name: 'Light' }).press('ArrowRight');
    await hasGround(page, DARK_PAGE);
    await hasGround(other, DARK_PAGE);

    // Before any of the pages' modules run, so that they don't flash in light mode.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    expect(await groundOf(page)).toBe(DARK_PAGE);
    await page.unroute('**/assets/*.js');

    await person.open('/docs/');
    await page.locator('html.dark').waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('without a choice, the page follows the system, including its changes', async () => {
    const person = await browser.newVisitor({ colorScheme: 'dark' });
    await person.open('/sign-in');
    expect(await groundOf(person.page)).toBe(DARK_PAGE);
    await person.page.emulateMedia({ colorScheme: 'light' });
    await hasGround(person.page, LIGHT_PAGE);
    await person.close();
  });
});
