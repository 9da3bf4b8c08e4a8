import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

describeWith('chromium', 'the sign-in page', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('searches the made-up companies as a visitor types', async () => {
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    await visitor.open('/sign-in');
    await page.getByText('Anyone can sign in as anyone').waitFor();
    const panel = page.getByRole('region', { name: 'Try a search' });
    await panel.locator('mark', { hasText: 'raises' }).first().waitFor();
    await panel.getByRole('searchbox').fill('robot');
    await panel.getByText('3 activities').waitFor();
    await panel.getByRole('searchbox').fill('nothing-has-this-word');
    await panel.getByText('No matching activities').waitFor();
    await panel.getByRole('button', { name: 'satellite' }).click();
    await panel.locator('mark', { hasText: 'satellite' }).first().waitFor();
    expect(visitor.issues).toEqual([]);
    await visitor.close();
  });

  it('shows where the browser blocks storage, and signs in', async () => {
    const visitor = await browser.newVisitor();
    await visitor.context.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError'); } });`);
    await visitor.signIn('blocked-storage@people.example');
    expect(visitor.issues).toEqual([]);
    await visitor.close();
  });

  it("loads the web font, as does the issuer's page", async () => {
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    const isLoaded = () =>
      page.waitForFunction(
        `[...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded')`,
      );
    await visitor.open('/sign-in');
    await isLoaded();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Email').waitFor();
    await isLoaded();
    expect(visitor.issues).toEqual([]);
    await visitor.close();
  });
});
