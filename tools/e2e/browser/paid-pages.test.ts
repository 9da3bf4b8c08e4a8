import type { SessionState } from '@heliograph/dashboard-api';
import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import type { Request } from 'playwright-core';
import { daysAgo, importCorpus } from '../support/corpus';
import { signals } from '../support/fixture';
import { changingSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const FREE_SEARCHES = 10;
const PAGE = '**/api/app/v1/activities?*';

describeWith('chromium', 'pages of activities that cost money', () => {
  const start = async () => {
    const started = await changingSystem();
    const ospreys = Array.from({ length: 80 }, (_, index) => ({
      ...signals[0]!,
      id: String(800_000 + index),
      title: `Osprey number ${index} raises money`,
      activityDate: daysAgo(1),
    }));
    await importCorpus(started, { companies: [], signals: ospreys });
    return started;
  };
  const system = startBeforeAll(start);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  /** A user whose balance pays for searches, and the pages loaded so far: "first" or "next". */
  const newPayer = async () => {
    const person = await browser.newUser();
    const accountId = await person.accountId();
    const { csrfToken } = (await person.api<SessionState>('/session')).data;
    await person.context.request.put('/api/app/v1/billing/prepaid-use', {
      headers: { 'X-CSRF-Token': csrfToken, Origin: system.dashboardUrl },
      data: { cli: false, web: true },
    });
    await system.adminJson('credit', 'add', '--account', accountId, '--usd', '1');
    const { page } = person;
    const read: string[] = [];
    let pending = 0;
    const pageOf = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (!pathname.endsWith('/app/v1/activities') || searchParams.has('countOnly')) return undefined;
      return searchParams.has('cursor') ? 'next' : 'first';
    };
    page.on('request', (request) => {
      const which = pageOf(request);
      if (which === undefined) return;
      pending += 1;
      read.push(which);
    });
    const end = (request: Request) => pageOf(request) !== undefined && (pending -= 1);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    return { person, page, read, isIdle: () => pending === 0 };
  };
  const useSearches = async (person: Person, count: number) => {
    for (let search = 1; search <= count; search += 1) await person.api(`/activities?q=osprey+-no${search}`);
  };
  const left = async (person: Person) =>
    (await person.api<{ prepaid: { records: number } }>('/activities/searches')).data.prepaid.records;
  const agree = /^Search for up to/;

  it('are reloaded only on a click, and then only the first one', async () => {
    const { person, page, read } = await newPayer();
    await useSearches(person, FREE_SEARCHES);
    await page.clock.install();
    await person.open('/activities?q=osprey');
    await page.getByRole('button', { name: agree }).click();
    await page.getByRole('button', { name: 'Load more activities' }).click();
    await page.getByRole('article').nth(49).waitFor();
    expect(await left(person)).toBe(150);

    // The third page fails, and the user returns to the tab later.
    await page.route(PAGE, (route) => route.abort());
    await page.getByRole('button', { name: 'Load more activities' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await page.unroute(PAGE);
    read.length = 0;
    await page.clock.fastForward(60_000);
    // The session is reloaded at the same moment.
    const session = page.waitForResponse('**/api/app/v1/session');
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await session;
    expect(read).toEqual([]);

    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('article').nth(25).waitFor({ state: 'detached' });
    await page.getByRole('article').nth(24).waitFor();
    expect(read).toEqual(['first']);
    expect(await left(person)).toBe(150);
    expect(person.issues).toEqual([]);
  });

  it('are loaded only for the filter at which arrow keys stop, but for each one clicked', async () => {
    const { person, page, read, isIdle } = await newPayer();
    await useSearches(person, FREE_SEARCHES);
    await page.clock.install();
    await person.open('/activities?q=osprey');
    await page.getByRole('button', { name: agree }).click();
    await page.locator('mark').first().waitFor();
    const radio = (name: string) => page.getByRole('radio', { name });
    /** Moves to the radios with arrow keys, in no time. */
    const move = async (from: string, key: string, names: string[]) => {
      const before = await left(person);
      await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 2000'));
      await radio(from).focus();
      for (const name of names) {
        await page.keyboard.press(key);
        await radio(name).and(page.locator(':checked')).waitFor();
        expect(await left(person)).toBe(before);
      }
    };
    const untilFilter = async (name: string, value: string, pages: number) => {
      await page.clock.resume();
      await page.waitForURL(({ searchParams }) => searchParams.get(name) === value);
      // With its response, a page has been charged.
      await waitFor(() => read.length >= pages && isIdle());
      expect(read).toEqual(Array.from({ length: pages }, () => 'first'));
    };
    read.length = 0;
    await page.getByText('Date', { exact: true }).click();
    await move('Any time', 'ArrowDown', ['Last 7 days', 'Last 30 days', 'Last 90 days']);
    await page.keyboard.press('Enter');
    await untilFilter('days', '90', 1);
    // After a pause.
    await move('Last 90 days', 'ArrowUp', ['Last 30 days', 'Last 7 days']);
    await untilFilter('days', '7', 2);
    await page.getByText('Industry and size').click();
    await move('Any size', 'ArrowDown', ['1 to 49', '50 to 100']);
    // The focus leaves.
    await page.keyboard.press('Tab');
    await untilFilter('size', '50-100', 3);
    await radio('Last 30 days').click();
    await untilFilter('days', '30', 4);
    expect(person.issues).toEqual([]);
  });

  it('are loaded without the first one when the user agrees to pay after it', async () => {
    const { person, page, read } = await newPayer();
    await useSearches(person, FREE_SEARCHES - 1);
    await person.open('/activities');
    await page.getByText(`1 of ${FREE_SEARCHES} searches left`).waitFor();
    // Meanwhile, another member uses the last free search and pays for the first page.
    await person.api('/activities?q=osprey+-last');
    await person.context.request.get('/api/app/v1/activities?q=osprey&limit=25', {
      headers: { 'X-Payment-Agreed': 'true' },
    });
    expect(await left(person)).toBe(175);
    await page.getByRole('searchbox').fill('osprey');
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    await page.getByRole('button', { name: 'Load more activities' }).click();
    await page.getByRole('button', { name: agree }).waitFor();
    read.length = 0;
    await page.getByRole('button', { name: agree }).click();
    await page.getByRole('article').nth(49).waitFor();
    expect(read).toEqual(['next']);
    expect(await left(person)).toBe(150);
    expect(person.issues).toEqual([]);
  });
});
