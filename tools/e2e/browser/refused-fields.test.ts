import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

/** Smaller than the dialogs, whose buttons stay in view: a field that is refused may not be. */
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** The API refuses it, the forms themselves do not look for it. */
const INVISIBLE = 'in\u202evisible';

describeWith('chromium', 'a field that is refused', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  /** Waits until the field with this name has the focus and its error as description, as screen readers then say. */
  const isSaid = async ({ page }: Person, label: string, error: RegExp) => {
    const field = page.locator(':focus').and(page.getByLabel(label, { exact: true }));
    await field.waitFor();
    const described = page.locator(':has(> :focus), fieldset:has(:focus)').getByText(error);
    await described.waitFor();
  };

  it('gets the focus when a key is created or changed', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    await person.change('POST', '/keys', { name: 'Kept', scopes: ['signals:read'] });
    await person.open('/keys?create');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Without scopes');
    const scopes = ['Signals', 'Companies', 'Saved searches'];
    for (const scope of scopes) await dialog.getByLabel(scope, { exact: true }).uncheck();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await isSaid(person, 'Signals', /at least one scope/);
    await page.keyboard.press('Space');
    await dialog.getByLabel('Name').fill(INVISIBLE);
    await dialog.getByLabel('Monthly cap').focus();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await isSaid(person, 'Name', /none of them invisible/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Edit Kept' }).click();
    await dialog.getByLabel('Name').fill(INVISIBLE);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await isSaid(person, 'Name', /none of them invisible/);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('gets the focus when a member is invited, or a name changed', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    await person.open('/settings');
    await page.getByRole('textbox', { name: 'Name' }).fill(INVISIBLE);
    await page.getByRole('button', { name: 'Save' }).click();
    await isSaid(person, 'Name', /none of them invisible/);

    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Viewer', exact: true }).check();
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await isSaid(person, 'Email address', /email address/);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('gets the focus when access is restricted without a message', async () => {
    const person = await browser.newVisitor(PHONE);
    await person.signInWithoutPages(`${crypto.randomUUID()}@people.example`, { asOperator: true });
    await person.open('/operator/access');
    await person.page.getByLabel('Message').fill('');
    await person.page.getByRole('button', { name: 'Restrict access' }).click();
    await isSaid(person, 'Message', /until when/);
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
