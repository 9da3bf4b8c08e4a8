import { describeWith, startBeforeAll } from '@heliograph/testing';
import { UserBrowser, type Person } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

/** Notes each text that a live region of the page takes, as a screen reader would say it. */
const LISTEN = `(() => {
  window.said = [];
  new MutationObserver((records) => {
    for (const region of new Set(records.map(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('[role=status], [role=alert], [aria-live]')))) {
      const text = region?.textContent.trim();
      if (text) window.said.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

describeWith('chromium', 'a screen reader', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const said = ({ page }: Person) => page.evaluate<string[]>('window.said');

  it('hears once how many activities there are', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.addInitScript(LISTEN);
    await page.route('**/api/app/v1/activities?*', async (route) => {
      if (route.request().url().includes('countOnly=true')) {
        // The count comes after the list, however fast both are.
        await page.getByRole('article').first().waitFor();
        return route.continue();
      }
      // Text that comes with its region is not announced.
      await page.getByRole('heading', { level: 1 }).waitFor();
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      // As if the corpus were larger.
      return route.fulfill({ response, json: { data: { ...data, nextCursor: 'more' } } });
    });
    await person.open('/activities');
    const count = page.getByRole('region', { name: 'Results' }).getByText(/ activities · \d+ shown$/);
    await count.waitFor();
    const counts = (await said(person)).filter((text) => /\d activities/.test(text));
    expect(counts).toEqual([await count.textContent()]);
    await person.close();
  });

  it('hears how much of a list is shown after loading more, also of its end', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.addInitScript(LISTEN);
    for (let key = 0; key < 51; key += 1) {
      await person.change('POST', '/keys', { name: `Key ${key}`, scopes: ['signals:read'] });
    }
    await person.open('/settings');
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('The API key “Key 0” was created.').waitFor();
    const rows = await page
      .getByRole('table', { name: /Audit log/ })
      .getByRole('rowheader')
      .count();
    expect(rows).toBeGreaterThan(50);
    await page.waitForFunction(`window.said.at(-1) === '${rows} entries shown'`);
    await person.close();
  });

  it('hears nothing of page headers and footers in a dialog', async () => {
    const person = await browser.newUser();
    await person.open('/keys?create');
    await person.page.getByRole('dialog').getByLabel('Name').waitFor();
    const client = await person.context.newCDPSession(person.page);
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
    expect(roles).toContain('dialog');
    expect(roles.filter((role) => ['banner', 'contentinfo'].includes(role))).toEqual([]);
    await person.close();
  });
});
