import { describeWith, startBeforeAll } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { UserBrowser, type Person } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

const SUGGEST = '**/api/app/v1/activities/suggest*';

describeWith('chromium', 'fields that suggest values', () => {
  let analyst: Person;

  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));
  beforeAll(async () => {
    analyst = await browser.newUser();
  });

  /** A field in a section of the filters on the activities page. */
  const fieldOf = async (section: string, name: string, query = '') => {
    const { page } = analyst;
    await analyst.open(`/activities${query}`);
    await page.getByRole('article').first().waitFor();
    const field = page.getByRole('combobox', { name, exact: true });
    await page.locator('summary', { hasText: section }).waitFor();
    if (!(await field.isVisible())) await page.locator('summary', { hasText: section }).click();
    return field;
  };
  const option = (name: string | RegExp) => analyst.page.getByRole('option', { name });

  it('finds a city by keyboard alone', async () => {
    const { page } = analyst;
    const city = await fieldOf('Place', 'Add a city');
    await city.focus();
    await page.keyboard.type('zur');
    await option(/^Zürich 1/).waitFor();
    await expect(city.getAttribute('aria-expanded')).resolves.toBe('true');
    await page.keyboard.press('ArrowDown');
    const active = await city.getAttribute('aria-activedescendant');
    await expect(option(/^Zürich/).getAttribute('id')).resolves.toBe(active);
    await page.keyboard.press('Enter');
    await page.waitForURL(
      (url) => url.searchParams.get('locations') === '[{"kind":"city","value":"Zürich"}]',
    );
    await page.getByText('opens its fifth café').waitFor();
    await page.keyboard.type('mun');
    await option(/^München/).waitFor();
    await page.keyboard.press('Escape');
    await expect(city.getAttribute('aria-expanded')).resolves.toBe('false');
    expect(analyst.issues).toEqual([]);
  });

  it('accepts a city typed with its country', async () => {
    const { page } = analyst;
    const city = await fieldOf('Place', 'Add a city');
    await city.fill('Berlin, Germany');
    await option(/^Berlin, Germany$/).click();
    await page.waitForURL(
      (url) => url.searchParams.get('locations')?.includes('"country":"Germany"') ?? false,
    );
    await page.getByText('€3 million seed round').waitFor();
  });

  it('shows how many activities a country would find, before and after typing', async () => {
    const country = await fieldOf('Place', 'Country', '?category=hiring');
    await country.click();
    await option(/^Germany 1 found/).waitFor();
    await option(/^Switzerland 0 found/).waitFor();
    await country.fill('ger');
    await option(/^Switzerland/).waitFor({ state: 'detached' });
    await option(/^Germany 1 found/).click();
    await analyst.page.waitForURL((url) => url.searchParams.get('country') === 'Germany');
  });

  it('finds a company by name and filters by its slug; a screen reader announces the number of matches', async () => {
    const { page } = analyst;
    const company = await fieldOf('Company', 'Any of these companies');
    await company.fill('river anal');
    await page.getByRole('status').filter({ hasText: '2 matches' }).waitFor();
    expect(await pageIssuesOf(analyst)).toEqual([]);
    await option(/^Blue River Analytics/).click();
    await page.waitForURL((url) => url.searchParams.get('companies') === 'blue-river');
  });

  it('discards what later text supersedes', async () => {
    const { page } = analyst;
    const city = await fieldOf('Place', 'Add a city');
    const asked: string[] = [];
    await page.route(SUGGEST, async (route) => {
      const prefix = new URL(route.request().url()).searchParams.get('prefix') ?? '';
      asked.push(prefix);
      // The first request is never answered.
      if (prefix !== 'be') await route.continue();
    });
    const first = page.waitForRequest(SUGGEST);
    await city.fill('be');
    const givenUp = page.waitForEvent('requestfailed');
    const request = await first;
    await city.fill('berl');
    expect(await givenUp).toBe(request);
    await option(/^Berlin/).waitFor();
    expect(asked).toEqual(['be', 'berl']);
    await page.unroute(SUGGEST);
  });

  it('says that suggestions are unavailable and still accepts a typed name', async () => {
    const { page } = analyst;
    const company = await fieldOf('Company', 'Any of these companies');
    await page.route(SUGGEST, (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{}' }),
    );
    await company.fill('Café Zürich');
    await page.getByRole('status').filter({ hasText: 'Suggestions could not be loaded' }).waitFor();
    await company.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('companies') === 'Café Zürich');
    await page.getByText('opens its fifth café').waitFor();
    await page.unroute(SUGGEST);
  });
});
