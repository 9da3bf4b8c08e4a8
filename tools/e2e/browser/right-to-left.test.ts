import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

/** Starts with a number, which only a right-to-left line puts at its right end. */
const NAME = '2026 מפתח';

/** Where the name's number is, compared with its word, in the element that has this text. */
const isNumberAtRight = ({ page }: Person, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const element = [...document.querySelectorAll(${JSON.stringify(selector)})]
      .find((each) => each.textContent === ${JSON.stringify(NAME)});
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode();
    const leftOf = (start, end) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      return range.getBoundingClientRect().left;
    };
    return leftOf(0, 4) > leftOf(5, ${NAME.length});
  })()`);

describeWith('chromium', 'right-to-left names', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('keep their order in tables and headings, next to left-to-right text', async () => {
    const person = await browser.newUser();
    const { page } = person;
    const account = await person.accountId();
    const made = ['key', 'create', '--account', account, '--scopes', 'signals:read', '--name', NAME];
    await system.adminJson(...made);
    await person.open('/keys');
    await page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(await isNumberAtRight(person, 'th *')).toBe(true);

    await person.open('/activities?country=Germany');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill(NAME);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    expect(await isNumberAtRight(person, 'h1')).toBe(true);
    await person.close();
  });
});
