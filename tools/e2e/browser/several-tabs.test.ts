import { describeWith, startBeforeAll } from '@heliograph/testing';
import { UserBrowser } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

describeWith('chromium', 'several tabs of a browser', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('all show nothing more once the user signs out in one, even a window that stays in view', async () => {
    const person = await browser.newUser();
    await person.open('/keys');
    await person.page.getByText('No API keys yet').waitFor();
    const other = await person.context.newPage();
    await other.goto('/settings');
    await other.getByRole('button', { name: /Account of/ }).click();
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await other.getByText('You are signed out.').waitFor();
    await person.page.getByText('Your session has ended').waitFor();
    expect(person.page.url()).toContain('return_to=%2Fkeys');
    // The tab that signed out learned nothing new.
    expect(other.url()).not.toContain('expired');
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
