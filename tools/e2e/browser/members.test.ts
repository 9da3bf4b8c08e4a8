import { describeWith, waitFor } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

describeWith('chromium', 'members of an account', () => {
  let system: RunningSystem;
  let browser: UserBrowser;

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
  });

  afterAll(async () => {
    await browser?.close();
  });

  const region = ({ page }: Person) => page.getByRole('region', { name: 'Members' });

  /** Invites from the settings. @returns the link. */
  const invite = async (owner: Person, email: string, role: string): Promise<string> => {
    const { page } = owner;
    await owner.open('/settings');
    await region(owner).getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('radio', { name: role, exact: true }).check();
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.getByLabel('Invitation link').inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await region(owner).getByText(email).waitFor();
    return link;
  };

  /** Opens the link signed out, signs in, and joins. */
  const join = async (person: Person, link: string, email: string) => {
    const { page } = person;
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The token is in no URL that a server sees.
    expect(page.url()).not.toContain(link.split('#')[1]);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await person.fillIssuer(email);
    await page.getByRole('heading', { level: 1, name: /^Join / }).waitFor();
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  };

  it('see nothing of teams when alone, except Members in the settings', async () => {
    const person = await browser.newUser(DESKTOP);
    await person.open('/settings');
    await region(person).getByText('Owner').waitFor();
    await person.page.getByLabel('Name', { exact: true }).waitFor();
    expect(await person.page.getByRole('button', { name: 'Leave' }).count()).toBe(0);
    await person.page.getByLabel('Name', { exact: true }).fill('Renamed');
    await person.page.getByRole('button', { name: 'Save', exact: true }).click();
    await person.page.getByText('Your name was changed.').waitFor();
    await person.page.locator('button:focus', { hasText: 'Save' }).waitFor();
    await person.page.getByRole('button', { name: /^.*Account of/ }).click();
    expect(await person.page.getByRole('group', { name: 'Accounts' }).count()).toBe(0);
    await person.open('/keys');
    expect(await person.page.getByRole('columnheader', { name: 'Created by' }).count()).toBe(0);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('are invited with a link that does not wait for the list', async () => {
    const owner = await browser.newUser(DESKTOP);
    const { page } = owner;
    await owner.open('/settings');
    await region(owner).getByText('Owner').waitFor();
    await page.route('**/api/app/v1/members', () => undefined);
    await region(owner).getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email address').fill('invited@people.example');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await expect(page.getByLabel('Invitation link').inputValue()).resolves.toContain('/join#');
    expect(owner.issues).toEqual([]);
    await owner.close();
  });

  it('show the name that was given elsewhere', async () => {
    const [person, elsewhere] = [await browser.newUser(DESKTOP), await browser.newVisitor(DESKTOP)];
    const name = (of: Person) => of.page.getByLabel('Name', { exact: true });
    await person.page.clock.install();
    await person.open('/settings');
    await name(person).waitFor();
    await elsewhere.signInWithoutPages(person.email);
    await elsewhere.open('/settings');
    await name(elsewhere).fill('Renamed elsewhere');
    await elsewhere.page.getByRole('button', { name: 'Save', exact: true }).click();
    await elsewhere.page.getByText('Your name was changed.').waitFor();
    await person.page.clock.fastForward(60_000);
    await person.page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await waitFor(async () => (await name(person).inputValue()) === 'Renamed elsewhere');
    const save = person.page.getByRole('button', { name: 'Save', exact: true });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await Promise.all([person.close(), elsewhere.close()]);
  });

  it('are invited, join, switch accounts, and can do what their role allows, with immediate effect', async () => {
    const owner = await browser.newUser(DESKTOP);
    const member = await browser.newVisitor(DESKTOP);
    const email = `${crypto.randomUUID()}@people.example`;
    await join(member, await invite(owner, email, 'Developer'), email);
    const accountId = await owner.accountId();
    expect(await member.accountId()).toBe(accountId);

    // A developer creates keys but doesn't pay.
    await member.open('/keys?create');
    await member.page.getByLabel('Name', { exact: true }).fill('from the developer');
    await member.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await member.page.getByLabel('I have stored this key in a safe place').check();
    await member.page.getByRole('button', { name: 'Done' }).click();
    await member.page.getByRole('columnheader', { name: 'Created by' }).waitFor();
    await member.page.getByRole('cell', { name: email }).waitFor();
    expect(await member.page.getByRole('link', { name: 'Billing' }).count()).toBe(0);
    await member.open('/billing');
    await member.page
      .getByRole('heading', { level: 1, name: 'Your role does not have access to this page' })
      .waitFor();

    // A new role takes effect at once.
    await owner.open('/settings');
    await region(owner)
      .getByRole('button', { name: `Change role of ${email}` })
      .click();
    await owner.page.getByRole('radio', { name: 'Viewer', exact: true }).check();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await region(owner).getByRole('cell', { name: 'Viewer' }).waitFor();
    await member.open('/keys');
    await member.page.getByRole('cell', { name: email }).waitFor();
    expect(await member.page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    expect(await member.page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0);
    await member.open('/activities');
    await member.page
      .getByRole('heading', { level: 1, name: 'Your role does not have access to this page' })
      .waitFor();

    // Members switch to their own account and back.
    const switchTo = async (role: string) => {
      await member.page.getByRole('button', { name: /Account of/ }).click();
      const accounts = member.page.getByRole('group', { name: 'Accounts' });
      // The page looks the same before the switch; it reloads once the account has changed.
      await Promise.all([
        member.page.waitForEvent('domcontentloaded'),
        accounts.getByRole('button', { name: role }).click(),
      ]);
      await member.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await member.page.waitForLoadState('networkidle');
    };
    await switchTo('Owner');
    expect(await member.accountId()).not.toBe(accountId);
    // A second tab that still shows the previous account reloads, and changes nothing there.
    const stale = await member.context.newPage();
    await stale.goto('/keys');
    await stale.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await switchTo('Viewer');
    await stale.getByRole('button', { name: 'Create key' }).click();
    await stale.getByLabel('Name', { exact: true }).fill('stray');
    await stale.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await stale.waitForURL(`${system.dashboardUrl}/`);
    await stale.close();

    // The owner removes the member.
    await owner.open('/settings');
    await region(owner)
      .getByRole('button', { name: `Remove ${email}` })
      .click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await region(owner).getByRole('cell', { name: email }).waitFor({ state: 'detached' });
    // The button that opened the dialog is gone.
    await owner.page.locator('h2:focus', { hasText: 'Members' }).waitFor();
    // The log still has the member's actions.
    const log = owner.page.getByRole('region', { name: 'Audit log' });
    const removed = log.getByText(`${email} was removed from the account.`);
    await removed.waitFor();
    await log.getByLabel('Person').selectOption(email);
    await removed.waitFor({ state: 'detached' });
    await log.getByText('The API key “from the developer” was created.').waitFor();
    await log.getByLabel('Person').selectOption('Everyone');
    await removed.waitFor();
    await member.open('/keys');
    expect(await member.accountId()).not.toBe(accountId);
    expect([...owner.issues, ...member.issues]).toEqual([]);
    await owner.close();
    await member.close();
  });

  it('tells anyone else that the invitation is not for them', async () => {
    const owner = await browser.newUser(DESKTOP);
    const other = await browser.newUser(DESKTOP);
    const link = await invite(owner, 'meant@people.example', 'Billing');
    await other.page.goto(link);
    await other.page.getByText('Invitation not found').waitFor();
    expect(await pageIssuesOf(other)).toEqual([]);
    // Right here, as the page says, and without the link.
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await other.page.getByText('You are signed out.').waitFor();
    await other.page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await other.fillIssuer('meant@people.example');
    await other.page.getByRole('heading', { level: 1, name: /^Join / }).waitFor();
    await owner.close();
    await other.close();
  });

  it.each([
    ['a phone in light', { ...PHONE, colorScheme: 'light' as const }],
    ['a desktop in dark', { ...DESKTOP, colorScheme: 'dark' as const }],
  ])('axe finds nothing on %s, and nothing scrolls sideways', async (_name, options) => {
    const owner = await browser.newUser(options);
    const member = await browser.newVisitor(options);
    const email = `${crypto.randomUUID()}@people.example`;
    const issues: unknown[] = [];
    await owner.open('/settings');
    await region(owner).getByRole('button', { name: 'Invite' }).click();
    issues.push(...(await pageIssuesOf(owner)));
    await owner.page.keyboard.press('Escape');
    const link = await invite(owner, email, 'Viewer');
    await invite(owner, 'pending@people.example', 'Owner');
    await member.signInWithoutPages(email);
    await member.page.goto(link);
    await member.page.getByRole('heading', { level: 1, name: /^Join / }).waitFor();
    issues.push(...(await pageIssuesOf(member)));
    await member.page.getByRole('button', { name: 'Join', exact: true }).click();
    await member.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    for (const [person, path] of [
      [owner, '/settings'],
      [owner, '/keys'],
      [member, '/settings'],
      [member, '/keys'],
      [member, '/billing'],
      [member, '/saved-searches'],
      [member, '/activities'],
      [member, '/join'],
    ] as const) {
      await person.open(path);
      await person.page.waitForLoadState('networkidle');
      issues.push(...(await pageIssuesOf(person)));
    }
    expect(issues).toEqual([]);
    await owner.close();
    await member.close();
  });
});
