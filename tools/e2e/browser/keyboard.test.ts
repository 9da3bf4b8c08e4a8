import { describeWith, startBeforeAll } from '@heliograph/testing';
import { isSeen, ZOOMED } from '../support/is-seen';
import { pageIssuesOf } from '../support/page-issues';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

describeWith('chromium', 'keyboard shortcuts', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('open a page, focus the search, and list themselves', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/');

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Page' });
    await field.waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.keyboard.type('account');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${system.dashboardUrl}/settings`);
    await field.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.keyboard.press('/');
    await page.waitForURL(`${system.dashboardUrl}/activities`);
    await page.getByRole('heading', { level: 1, name: 'Activities' }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Words in the title' });
    await search.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('what?/');
    expect(await search.inputValue()).toBe('what?/');

    await search.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it.each([
    ['the content', '**/api/app/v1/keys', 'Active keys'],
    ['the whole page', '**/api/app/v1/session', 'API keys'],
  ])('keep their place when %s loads after another try', async (_name, request, heading) => {
    const person = await browser.newUser();
    const { page } = person;
    await person.change('POST', '/keys', { name: 'There', scopes: ['signals:read'] });
    await page.route(request, (route) => route.fulfill({ status: 500 }));
    await page.goto('/keys');
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.unroute(request);
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: /There/ }).waitFor();
    await expect(page.evaluate('document.activeElement.textContent')).resolves.toBe(heading);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('scroll the list of pages along', async () => {
    const person = await browser.newUser(ZOOMED);
    const { page } = person;
    await person.open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { selected: true, name: 'Settings' }).waitFor();
    expect(await isSeen(person, 'document.querySelector("[role=option][aria-selected=true]")')).toBe(true);
    await person.close();
  });
});
