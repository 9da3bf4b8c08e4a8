import { describeWith, startBeforeAll } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { UserBrowser } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

const KEYS = '**/api/app/v1/keys*';
const GO_BACK = `new Promise((resolve) => {
  addEventListener('popstate', () => resolve(), { once: true });
  history.back();
})`;

describeWith('chromium', 'a dialog whose change is pending', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('stays open until its outcome is known, so that no secret is lost', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/');
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    let send = () => {};
    let isSent = false;
    await page.route(KEYS, async (route) => {
      const isCreation = route.request().method() === 'POST';
      if (isCreation) await new Promise<void>((resolve) => (send = resolve));
      // The list does not load again.
      if (isCreation || !isSent) await route.continue();
      isSent ||= isCreation;
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
    await page.evaluate(GO_BACK);
    await expect(dialog.getByLabel('Name').inputValue()).resolves.toBe('Pending');
    send();
    await page.getByRole('dialog', { name: 'Your key “Pending”' }).waitFor();
    await page.evaluate(GO_BACK);
    await dialog.getByRole('alert').filter({ hasText: 'before you leave' }).waitFor();
    await page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(Error()) } })`,
    );
    await dialog.getByRole('button', { name: 'Copy key' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'blocked copying' }).waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await dialog.getByLabel('I have stored this key').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(person.issues).toEqual([]);
  });

  it('sends it once, even if the second click of a double click is already waiting', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.change('POST', '/keys', { name: 'Rolled once', scopes: ['signals:read'] });
    await person.open('/keys');
    await page.getByRole('button', { name: /^Roll/ }).click();
    const { x, y, width, height } = (await page.getByRole('button', { name: 'Roll key' }).boundingBox())!;
    const input = await person.context.newCDPSession(page);
    const click = (type: 'mousePressed' | 'mouseReleased', clickCount: number) =>
      input.send('Input.dispatchMouseEvent', {
        type,
        clickCount,
        x: x + width / 2,
        y: y + height / 2,
        button: 'left',
      });
    // All at once, as a browser has them whose page was busy.
    await Promise.all(
      [1, 2].flatMap((count) => [click('mousePressed', count), click('mouseReleased', count)]),
    );
    await page.getByRole('dialog', { name: 'Your key “Rolled once”' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect((await person.api<{ items: unknown[] }>('/keys')).data.items).toHaveLength(2);
    expect(person.issues).toEqual([]);
  });

  it('says that a key may be there, and lists it, if its response is lost', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await person.open('/keys?create');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Unseen');
    await page.route(KEYS, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('There may be a new key').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('table', { name: 'Active keys' }).getByText('Unseen').waitFor();
    expect(person.issues).toEqual([]);
  });

  it('shows what is left behind it, if the response of an end was lost', async () => {
    const person = await browser.newVisitor();
    const { page } = person;
    const email = `${crypto.randomUUID()}@people.example`;
    await person.signInWithoutPages(email);
    const elsewhere = await browser.newVisitor({ userAgent: 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' });
    await elsewhere.signInWithoutPages(email);
    const invitation = { email: 'ended@people.example', memberRole: 'viewer' };
    await person.change('POST', '/members/invitations', invitation);
    await person.open('/settings');
    const dialog = page.getByRole('dialog');
    const lose = async (requests: string, button: RegExp, confirm: string, then: RegExp) => {
      await page.route(requests, async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('button', { name: button }).click();
      await dialog.getByRole('button', { name: confirm, exact: true }).click();
      await dialog.getByText('The server cannot be reached').waitFor();
      await page.unroute(requests);
      await dialog.getByRole('button', { name: confirm, exact: true }).click();
      await dialog.getByText(then).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: button }).waitFor({ state: 'detached' });
    };
    const ended = /^The invitation is no longer open/;
    await lose('**/members/invitations/*', /^Revoke the invitation/, 'Revoke invitation', ended);
    await lose('**/app/v1/sessions/*', /^Sign out Firefox/, 'Sign out', /no such session/);
    expect(person.issues).toEqual([]);
    await elsewhere.close();
    await person.close();
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
