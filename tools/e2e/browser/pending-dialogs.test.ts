import { describeWith, startBeforeAll } from '@heliograph/testing';
import { UserBrowser } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

const KEYS = '**/api/app/v1/keys*';

describeWith('chromium', 'a dialog whose change is pending', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('stays open until its outcome is known, so that no secret is lost', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/keys');
    let send = () => {};
    await page.route(KEYS, async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => (send = resolve));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Pending');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await sent;
    await expect(dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).resolves.toBe(true);
    await expect(dialog.getByRole('button', { name: 'Close' }).isDisabled()).resolves.toBe(true);
    // Browsers close a dialog on the second press even if the page prevents the first.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 2);
    await expect(dialog.getByLabel('Name').inputValue()).resolves.toBe('Pending');
    send();
    await page.getByRole('dialog', { name: 'Your key “Pending”' }).waitFor();
    expect(person.issues).toEqual([]);
  });

  it('can be closed again after a failure', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.route(KEYS, (route) => route.abort());
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Failed');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('The server cannot be reached').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(person.issues).toEqual([]);
  });
});
