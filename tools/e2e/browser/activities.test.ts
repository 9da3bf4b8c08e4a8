import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { UserBrowser, type Person } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

const FREE_SEARCHES = 10;
const PAGE = '**/api/app/v1/activities?*';

interface Searches {
  web: { granted: number; used: number; remaining: number } | null;
}

describeWith('chromium', 'activities', () => {
  let analyst: Person;

  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));
  beforeAll(async () => {
    analyst = await browser.newUser();
  });

  const used = async () => (await analyst.api<Searches>('/activities/searches')).data.web?.used;
  const untilUsed = (count: number) =>
    waitFor(async () => (await used()) === count, {
      description: () => `search ${count} to be counted`,
    });
  const search = async (words: string) => {
    await analyst.page.getByRole('searchbox').fill(words);
    await analyst.page.keyboard.press('Enter');
    await analyst.page.waitForURL((url) => url.searchParams.get('q') === words);
  };

  it('shows hostile titles and names as text', async () => {
    await analyst.open('/activities');
    await analyst.page.getByText('launches a product').first().waitFor();
    await analyst.open('/companies/hostile');
    await analyst.page
      .getByText(/Hostile </)
      .first()
      .waitFor();
    await expect(analyst.page.evaluate('window.stolen')).resolves.toBeUndefined();
    await expect(analyst.page.locator('a[href^="javascript"]').count()).resolves.toBe(0);
    expect(analyst.issues).toEqual([]);
  });

  it('fits a narrow window whatever the name of a category', async () => {
    const person = await browser.newUser({ viewport: { width: 320, height: 640 } });
    const { page } = person;
    const longest = 'Quarterly regulatory compliance certification';
    await page.route(PAGE, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replaceAll(/"category":"[^"]*"/g, `"category":"${longest}"`),
      });
    });
    await person.open('/activities?country=Germany');
    await page.getByText(longest).first().waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await person.close();
  });

  it('browses and filters without using up a search', async () => {
    await analyst.open('/activities?country=Germany');
    await analyst.page.getByText('Acme Robotics raises $12 million').first().waitFor();
    expect(await used()).toBe(0);
  });

  it('returns from a company to the same place in the list', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.route(PAGE, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { items?: object[] } };
      const one = data.items?.[0];
      const items = one && Array.from({ length: 25 }, (_, place) => ({ ...one, id: `${place + 1}` }));
      await route.fulfill({ response, json: { data: { ...data, ...(items && { items }) } } });
    });
    await person.open('/activities');
    const last = page.locator('#activity-25');
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate<number>('window.scrollY');
    expect(place).toBeGreaterThan(1_000);
    await page.locator('main a[href^="/companies/"]').last().click();
    await page.waitForURL('**/companies/*');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.goBack();
    // The company's page, which may be there for another moment, has the same activities.
    await waitFor(async () => (await page.evaluate('window.scrollY')) === place);
    await last.waitFor();
    expect(person.issues).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await person.close();
  });

  it('keeps the focus nearby when what had it is removed', async () => {
    const { page } = analyst;
    const results = page.locator('h2:focus', { hasText: 'Results' });
    const open = async () => {
      await analyst.open('/activities?country=Germany');
      await page.getByText('Acme Robotics raises $12 million').first().waitFor();
    };
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.searchParams.has('country'));
    };
    for (const name of ['Clear filters', 'Clear all filters', 'Remove Country: Germany']) {
      await open();
      await press(name);
      await results.waitFor();
    }
    await open();
    await press('Remove Germany');
    await page
      .locator('input:focus')
      .and(page.getByRole('combobox', { name: 'Country' }))
      .waitFor();
    expect(analyst.issues).toEqual([]);
  });

  it('keeps the focus nearby when trying again succeeds', async () => {
    const { page } = analyst;
    await page.route(PAGE, (route) => route.fulfill({ status: 500 }));
    await analyst.open('/activities?country=Germany');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute(PAGE);
    await again.press('Enter');
    await page.getByText('Acme Robotics raises $12 million').first().waitFor();
    await page.locator('h2:focus', { hasText: 'Results' }).waitFor();
  });

  it('counts a search once, even after a reload, and refuses the eleventh', async () => {
    await analyst.open('/activities');
    await search('acme');
    await untilUsed(1);
    const marks = analyst.page.locator('mark');
    await marks.first().waitFor();
    expect(new Set(await marks.allTextContents())).toEqual(new Set(['Acme']));
    await analyst.page.reload();
    await analyst.page.getByText('Acme Robotics raises $12 million').first().waitFor();
    expect(await used()).toBe(1);
    for (let count = 2; count <= FREE_SEARCHES; count += 1) {
      await search(`acme number ${count}`);
      await untilUsed(count);
    }
    await search('one too many');
    await analyst.page
      .getByText(/searches.*(used|left)/i)
      .first()
      .waitFor();
    expect(await used()).toBe(FREE_SEARCHES);
    // Browsing still works, and none of this used up API records.
    await analyst.open('/activities?country=Germany');
    await analyst.page.getByText('Acme Robotics raises $12 million').first().waitFor();
    const overview = await analyst.api<{ allowances: { api: { used: number } } }>('/overview');
    expect(overview.data.allowances.api.used).toBe(0);
  });
});
