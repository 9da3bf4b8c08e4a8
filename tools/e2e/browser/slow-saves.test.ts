import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import { changingSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

describeWith('chromium', 'what is typed while the server takes its time', () => {
  // The other system's status notice is changed by tests that run at the same time.
  const system = startBeforeAll(changingSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  /** Holds the changes sent to an address until they are let go. */
  const hold = async ({ page }: Person, address: string) => {
    let send = () => {};
    const held = new Promise<void>((resolve) => (send = resolve));
    await page.route(address, async (route) => {
      if (route.request().method() !== 'GET') await held;
      await route.continue();
    });
    return () => send();
  };

  it('stays in the field of a name', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/settings');
    const field = page.getByRole('textbox', { name: 'Name' });
    const letGo = await hold(person, '**/api/app/v1/account');
    await field.fill('Ana');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Enter');
    await sent;
    await field.pressSequentially('bel');
    letGo();
    await page.getByText('Your name was changed.').waitFor();
    expect(await field.inputValue()).toBe('Anabel');
    await page.keyboard.press('Enter');
    const saved = () => person.api<{ account: { name: string } }>('/session');
    await waitFor(async () => (await saved()).data.account.name === 'Anabel');
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('stays in the field of the status notice, also when the notice is removed', async () => {
    const person = await browser.newVisitor();
    await person.signInWithoutPages(`${crypto.randomUUID()}@people.example`, { asOperator: true });
    const { page } = person;
    await person.open('/operator/access');
    const field = page.getByRole('textbox', { name: 'Notice' });
    const letGo = await hold(person, '**/api/app/v1/operator/**');
    await field.fill('Searches are slow.');
    const sent = page.waitForRequest((request) => request.method() !== 'GET');
    await page.getByRole('button', { name: 'Show notice' }).click();
    await sent;
    await field.pressSequentially(' We are on it.');
    letGo();
    await page.getByText('The notice is shown.').waitFor();
    expect(await field.inputValue()).toBe('Searches are slow. We are on it.');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The notice was removed.').waitFor();
    expect(await field.inputValue()).toBe('Searches are slow. We are on it.');
    expect(await page.getByText('Another operator has changed the notice').count()).toBe(0);
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
