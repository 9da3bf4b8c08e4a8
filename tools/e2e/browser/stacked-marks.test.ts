import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

/** As many marks as a name can hold, drawn above and below one letter, over the lines around it. */
const STACKED = `Z${'\u0301\u0316'.repeat(49)}`;

describeWith('chromium', 'a name of stacked marks', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it.each([
    ['a table', { viewport: { width: 1280, height: 800 } }],
    ['cards', { viewport: { width: 360, height: 740 } }],
  ])('covers no other row of %s', async (_name, options) => {
    const person = await browser.newUser(options);
    const { page } = person;
    const scopes = ['signals:read'];
    await person.change('POST', '/keys', { name: 'Below', scopes });
    const { key } = await person.change<{ key: { id: string } }>('POST', '/keys', { name: 'Z', scopes });
    await person.change('POST', '/keys', { name: 'Above', scopes });
    const pictures = async (name: string) => {
      await person.change('PATCH', `/keys/${key.id}`, { name });
      await person.open('/keys');
      await page.getByRole('rowheader', { name }).first().waitFor();
      const taken: string[] = [];
      for (const other of ['Above', 'Below']) {
        const row = page.getByRole('row').filter({ hasText: other });
        taken.push((await row.screenshot({ animations: 'disabled' })).toString('base64'));
      }
      return taken;
    };
    const plain = await pictures('Z');
    const stacked = await pictures(STACKED);
    expect(stacked.map((picture, index) => picture === plain[index])).toEqual([true, true]);
    await person.close();
  });
});
