import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

/** Does what Chrome's translation does: `<font>` elements take the place of each text. Here they say the same. */
const TRANSLATE = `
  const translate = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const isLeft = text.parentElement?.closest('font, code, pre, script, style, textarea');
      if (isLeft !== null || text.data.trim() === '') continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    translate(document.body);
    new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach(translate))
      .observe(document.body, { childList: true, subtree: true });
  });
`;

describeWith('chromium', 'pages that the browser translates', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const newReader = async () => {
    const person = await browser.newUser();
    await person.context.addInitScript(TRANSLATE);
    return person;
  };

  it('do not fail when they change', async () => {
    const person = await newReader();
    const { page } = person;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/app/v1/logs*', async (route) => {
      await answered;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/app/v1/logs*');
    await person.open('/logs');
    const translated = page.locator('font').filter({ hasText: 'Requests from your API keys' });
    await translated.first().waitFor();
    await asked;
    answer();
    await page.getByText('in the last 30 days').waitFor();
    await page.getByText('No requests yet').waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('show the latest texts', async () => {
    const person = await newReader();
    const { page } = person;
    await person.open('/playground');
    const description = page.locator('main').getByText('Filters combine with AND').first();
    await description.waitFor();
    await page.getByLabel('Operation').selectOption('suggest');
    await description.waitFor({ state: 'detached' });
    await page.locator('main').getByText('Companies, countries, cities').first().waitFor();

    await person.open('/activities');
    await page.getByRole('article').first().getByRole('link').first().click();
    const place = page.locator('[data-record] [role=status]');
    await place.filter({ hasText: /^1 of/ }).waitFor();
    await page.getByRole('button', { name: 'Next activity' }).click();
    await place.filter({ hasText: /^2 of/ }).waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
