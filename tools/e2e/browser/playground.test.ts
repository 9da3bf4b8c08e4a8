import { describeWith } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import type { RunningSystem } from '../support/running-system';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const DESKTOP = { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describeWith('chromium', 'the playground', () => {
  let system: RunningSystem;
  let browser: UserBrowser;

  beforeAll(async () => {
    system = await sharedSystem();
    browser = await UserBrowser.launch(system);
  });

  afterAll(async () => {
    await browser?.close();
  });

  const response = ({ page }: Person) => page.getByRole('region', { name: 'Response' });
  const code = ({ page }: Person) => page.getByRole('tabpanel');
  const price = ({ page }: Person) => page.locator('[data-price]');
  const useTestKey = async ({ page }: Person) => {
    await page.getByRole('button', { name: 'Use a test key' }).click();
    await page.getByText('Test key', { exact: true }).waitFor();
    await page.locator('h2:focus', { hasText: 'Key' }).waitFor();
  };
  const paste = async ({ page }: Person, key: string) => {
    await page.getByLabel('Or paste an API key').fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('Live key', { exact: true }).waitFor();
  };
  const isAnswered = async (person: Person, status: number) => {
    const shown = response(person);
    await shown
      .getByText(String(status), { exact: true })
      .waitFor()
      .catch(async (cause: unknown) => {
        throw new Error(`not ${status}, but: ${await shown.innerText()}`, { cause });
      });
  };

  it.each([
    ['a phone in light', PHONE],
    ['a desktop in dark', DESKTOP],
  ])('answers live with a test key, on %s', async (_name, options) => {
    const person = await browser.newUser(options);
    const { page } = person;
    await person.open('/playground');
    expect(await price(person).textContent()).toBe('Up to 5 records, $0.025');
    expect(await pageIssuesOf(person)).toEqual([]);
    await useTestKey(person);
    expect(await price(person).textContent()).toBe('Free with a test key');
    await page.keyboard.press('Control+Enter');
    await isAnswered(person, 200);
    const shown = await response(person).textContent();
    expect(shown).toContain('Amberwick Robotics raises $12 million Series A');
    for (const header of ['X-Request-Id', 'X-Records-Consumed', 'X-Records-Remaining', 'RateLimit-Policy'])
      expect(shown).toContain(header);
    expect(await pageIssuesOf(person)).toEqual([]);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('charges a live key the stated price, and shows the receipt', async () => {
    const person = await browser.newUser(DESKTOP);
    const { key } = await system.newClient();
    await person.open('/playground?call=search&country=Germany&limit=1');
    await paste(person, key);
    expect(await price(person).textContent()).toBe('1 record, $0.005');
    const { page } = person;
    await page.getByRole('button', { name: 'Run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 record, $0.005').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await dialog.getByRole('button', { name: 'Run and pay' }).click();
    await isAnswered(person, 200);
    const headers = await response(person).locator('dl').textContent();
    expect(headers).toMatch(/X-Records-Consumed1X-Records-Remaining99/);
    expect(headers).toMatch(/X-Receipt1\.[0-9a-f]{64}/);

    // The price follows the header, and the API respects it.
    await page.getByLabel('limit', { exact: true }).fill('5');
    await page.getByLabel('Add a parameter').selectOption('X-Max-Records');
    await page.getByLabel(/^X-Max-Records/).fill('2');
    expect(await price(person).textContent()).toBe('Up to 2 records, $0.01');
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Run and pay' }).click();
    await isAnswered(person, 402);
    await response(person).getByText('budget_reached').first().waitFor();
    expect(await code(person).textContent()).toContain('X-Max-Records: 2');
    await person.close();
  });

  it('charges once for a call whose response was lost, whatever runs before it is repeated', async () => {
    const person = await browser.newUser(DESKTOP);
    const { key } = await system.newClient();
    const { page } = person;
    const pay = async () => {
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Run and pay' }).click();
    };
    await person.open('/playground?call=search&country=Germany&limit=1');
    await paste(person, key);
    await page.route(
      '**/api/v1/signals?*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await pay();
    await response(person).getByText('The API cannot be reached').waitFor();

    await page.getByLabel('Operation').selectOption('count');
    await page.keyboard.press('Control+Enter');
    await isAnswered(person, 200);
    await page.getByLabel('Operation').selectOption('search');
    const limit = page.getByLabel('limit', { exact: true });
    await limit.fill('2');
    await pay();
    await isAnswered(person, 200);
    await response(person).getByText('X-Records-Remaining97').waitFor();

    await limit.fill('1');
    await pay();
    await response(person).getByText('Idempotency-Replayed').waitFor();
    await person.close();
  });

  it.each([
    ['a phone in light', PHONE],
    ['a desktop in dark', DESKTOP],
  ])('creates, changes, and deletes a saved search once that is confirmed, on %s', async (_name, options) => {
    const person = await browser.newUser(options);
    const { page } = person;
    const dialog = page.getByRole('dialog');
    const runAndConfirm = async (label: string) => {
      await page.keyboard.press('Control+Enter');
      await dialog.getByRole('button', { name: label }).click();
    };
    await person.open('/playground?call=create-saved-search');
    await useTestKey(person);
    await page.getByLabel(/^name/).fill('From the playground');
    await page.getByLabel(/^query/).fill('{"country":"Atlantis"');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('POST /saved-searches').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await response(person).textContent()).toContain('Nothing sent yet');

    await runAndConfirm('Create saved search');
    await isAnswered(person, 400);
    expect(await page.getByLabel(/^query/).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel(/^query/).fill('{"country":"Germany"}');
    await runAndConfirm('Create saved search');
    await isAnswered(person, 201);
    expect(await response(person).textContent()).toContain('Location');
    const body = (await response(person).locator('pre').textContent()) ?? '';
    const { id } = (JSON.parse(body) as { data: { id: string } }).data;
    expect(await pageIssuesOf(person)).toEqual([]);

    await page.getByLabel('Operation').selectOption('update-saved-search');
    await page.keyboard.press('Control+Enter');
    await page.getByText('It is required.').waitFor();
    await page.getByLabel(/^id/).fill(id);
    await page.getByLabel(/^name/).fill('Renamed');
    await runAndConfirm('Change saved search');
    await isAnswered(person, 200);
    expect(await response(person).textContent()).toContain('"Renamed"');

    await page.getByLabel('Operation').selectOption('delete-saved-search');
    await page.getByLabel(/^id/).fill(id);
    await runAndConfirm('Delete saved search');
    await isAnswered(person, 204);
    expect(await pageIssuesOf(person)).toEqual([]);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('shows issues at their fields until these are changed', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await person.open('/playground');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Choose a key first.').waitFor();
    await useTestKey(person);
    const limit = page.getByLabel('limit', { exact: true });
    await limit.fill('500');
    await page.getByLabel('Add a parameter').selectOption('dateFrom');
    await page.getByLabel('dateFrom', { exact: true }).fill('2020-01-01');
    await page.keyboard.press('Control+Enter');
    await isAnswered(person, 400);
    await response(person).getByText('invalid_parameter').first().waitFor();
    expect(await limit.getAttribute('aria-invalid')).toBe('true');
    expect(await response(person).getByRole('alert').getByText('from 1 to 50').count()).toBe(1);
    expect(await page.locator('[data-parameter="limit"]').textContent()).toContain('from 1 to 50');
    expect(await page.locator('[data-parameter="dateFrom"]').textContent()).toContain('2026-08-30');
    expect(await pageIssuesOf(person)).toEqual([]);
    await limit.fill('2');
    expect(await limit.getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('button', { name: 'Remove dateFrom' }).click();
    await page.keyboard.press('Control+Enter');
    await isAnswered(person, 200);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('does not send users to the list of keys when the connection is lost', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await person.open('/playground');
    await page.route('**/api/app/v1/keys', (route) => route.abort());
    await page.getByRole('button', { name: 'Use a test key' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'connection' });
    await notice.waitFor();
    expect(await notice.getByRole('link').count()).toBe(0);
    await person.close();
  });

  it('keeps the response of the operation chosen last when an earlier one answers later', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await person.open('/playground?call=search&country=Germany&limit=1');
    await useTestKey(person);
    await page.route(
      '**/api/v1/signals?*',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const sent = page.waitForRequest('**/api/v1/signals?*');
    await page.keyboard.press('Control+Enter');
    const search = await sent;
    await page.getByLabel('Operation').selectOption('count');
    await page.keyboard.press('Control+Enter');
    await isAnswered(person, 200);
    letGo();
    await (await search.response())!.finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await isAnswered(person, 200);
    await person.close();
  });

  it('keeps its state in the URL, and the key only in memory', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await person.open('/playground');
    await useTestKey(person);
    await page.getByLabel('q', { exact: true }).fill('robots "series a"');
    await page.getByLabel('Add a parameter').selectOption('category');
    await page.getByLabel('Another value for category').selectOption('funding');
    await page.waitForURL((url) => url.searchParams.get('category') === 'funding');
    await page.getByLabel('Operation').selectOption('count');
    await page.waitForURL((url) => url.searchParams.get('call') === 'count');
    const link = page.url();
    expect(new URL(link).searchParams.get('q')).toBe('robots "series a"');
    await page.keyboard.press('Control+Enter');
    await isAnswered(person, 200);
    expect(await code(person).textContent()).toContain(`${system.url}/api/v1/signals`);

    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state])',
    );
    expect(stored).not.toContain('hg_test_');

    await page.reload();
    await page.getByRole('button', { name: 'Use a test key' }).waitFor();
    expect(await page.getByLabel('q', { exact: true }).inputValue()).toBe('robots "series a"');
    await page.getByRole('tab', { name: 'Python' }).click();
    await code(person).filter({ hasText: 'client.signals.count(' }).waitFor();
    await page.getByRole('tab', { name: 'CLI' }).click();
    await code(person).filter({ hasText: 'signals count' }).waitFor();

    // Back to the previous search.
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get('call') === 'search');
    await page.getByLabel('limit', { exact: true }).waitFor();
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('opens from a search, and from an example in the documentation', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await person.open('/activities?country=Germany');
    await page.getByRole('button', { name: 'API and CLI' }).click();
    await page.getByRole('link', { name: 'Open in the playground' }).click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    expect(await page.getByLabel('country', { exact: true }).inputValue()).toBe('Germany');

    await person.open('/docs/finding-values');
    await page.getByRole('link', { name: 'Open in the playground' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    expect(await page.getByLabel('prefix').inputValue()).toBe('ember');
    await person.close();
  });
});
