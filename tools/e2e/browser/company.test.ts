import type { ActivityPage } from '@heliograph/dashboard-api';
import { describeWith, startBeforeAll } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const PAGE = '**/api/app/v1/activities?*';

describeWith('chromium', 'a company page', () => {
  let analyst: Person;

  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));
  beforeAll(async () => {
    analyst = await browser.newUser({ viewport: { width: 1440, height: 900 } });
  });

  it('counts funding and hiring by month, as a chart and as a table', async () => {
    const { page } = analyst;
    await analyst.open('/companies/acme-robotics');
    // Excludes the scheduled signal.
    await page.getByRole('img', { name: /^Funding by month: 1 in all/ }).waitFor();
    await page.getByRole('img', { name: /^Hiring by month: 1 in all/ }).waitFor();
    expect(await page.getByRole('img', { name: /by month/ }).count()).toBe(3);
    expect(await pageIssuesOf(analyst)).toEqual([]);
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    const table = page.getByRole('table', { name: 'Activities by month' });
    await table.waitFor();
    const cells = (await table.getByRole('cell').allTextContents()).map((text) => Number(/\d+$/.exec(text)));
    expect(cells.reduce((sum, each) => sum + each, 0)).toBe(3);
    expect(cells).toHaveLength(3 * 12);
  });

  it('says that the chart could not be loaded, and loads it again', async () => {
    const { page } = analyst;
    const counts = /countOnly=true&facets=category%2Cmonth/;
    await page.route(counts, (route) => route.fulfill({ status: 500 }));
    await analyst.open('/companies/acme-robotics');
    const region = page.getByRole('region', { name: 'Over time' });
    await region.getByText('Activity over time could not be loaded').waitFor();
    await page.unroute(counts);
    await region.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('img', { name: /^Funding by month: 1 in all/ }).waitFor();
  });

  it('shows events by month, each with its record', async () => {
    const { page } = analyst;
    await analyst.open('/companies/acme-robotics');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('opens robots museum').waitFor();
    const counts = await timeline.getByRole('heading', { level: 3, name: /activit/ }).allTextContents();
    expect(counts.length).toBeGreaterThan(0);
    const total = counts.reduce((sum, text) => sum + Number(/ (\d+) activit/.exec(text)![1]), 0);
    expect(total).toBe(3);
    await timeline.getByText('raises $12 million').click();
    await page.getByRole('dialog', { name: 'Record' }).getByText('"series-a"').waitFor();
    await page.keyboard.press('Escape');
    expect(analyst.issues).toEqual([]);
  });

  it('keeps the focus at the end of the timeline when its last page is loaded', async () => {
    const { page } = analyst;
    await page.route(PAGE, async (route) => {
      const url = new URL(route.request().url());
      if (url.searchParams.has('countOnly')) return route.continue();
      const isLast = url.searchParams.has('cursor');
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const { items } = ((await response.json()) as { data: ActivityPage }).data;
      const data = isLast
        ? { items: items.slice(1), nextCursor: null }
        : { items: items.slice(0, 1), nextCursor: 'last' };
      return route.fulfill({ response, json: { data } });
    });
    await analyst.open('/companies/acme-robotics');
    const titles = page.getByRole('region', { name: 'Timeline' }).getByRole('article').getByRole('heading');
    const last = await titles.first().textContent();
    await page.getByRole('button', { name: 'Load older activities' }).press('Enter');
    await titles.nth(1).waitFor();
    await page.unroute(PAGE);
    await page.locator('h3:focus', { hasText: last! }).waitFor();
  });

  it('can be followed with one click', async () => {
    const { page } = analyst;
    await analyst.open('/companies/blue-river');
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByText('Saved as “Blue River Analytics”').waitFor();
    const { data } = await analyst.api<{ items: { query: string }[] }>('/saved-searches');
    expect(data.items.map(({ query }) => query)).toEqual([{ companySlug: 'blue-river' }]);
  });

  it('shows no related companies without semantic search', async () => {
    const { page } = analyst;
    const answered = page.waitForResponse(/\/related$/);
    await analyst.open('/companies/acme-robotics');
    expect(await (await answered).json()).toEqual({ data: { items: null } });
    await page.getByText('Loading related companies').waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { name: 'Related companies' }).count()).toBe(0);
  });
});
