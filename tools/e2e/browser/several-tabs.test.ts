import { describeWith, startBeforeAll } from '@heliograph/testing';
import { UserBrowser, type Person } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

describeWith('chromium', 'several tabs of a browser', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const yourName = ({ page }: Person) => page.getByRole('textbox', { name: 'Your name' });

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

  it('save nothing for a member who signed in to the same account in another one', async () => {
    const [owner, member] = [await browser.newUser(), await browser.newUser()];
    const accountId = await owner.accountId();
    const email = member.email;
    const { link } = await owner.change<{ link: string }>('POST', '/members/invitations', {
      email,
      memberRole: 'owner',
    });
    await member.change('POST', '/invitations/acceptance', { token: link.split('#')[1] });
    await member.close();
    await owner.open('/settings');
    await yourName(owner).fill('Typed by the owner');
    await owner.signInWithoutPages(email);
    await owner.change('PUT', '/session/account', { accountId });
    await owner.page.getByRole('button', { name: 'Save: Your name' }).click();
    await owner.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const { user } = (await owner.api<{ user: { email: string; name: string } }>('/session')).data;
    expect(user).toMatchObject({ email, name: '' });
    expect(owner.issues).toEqual([]);
    await owner.close();
  });
});
