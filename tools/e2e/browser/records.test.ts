import { describeWith, startBeforeAll } from '@heliograph/testing';
import { pageIssuesOf } from '../support/page-issues';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
/** Acme's signals, newest first. */
const [MUSEUM, RAISES, HIRING] = ['9223372036854775807', '101', '102'];
const LIST = '/activities?companySlug=acme-robotics';

describeWith('chromium', 'the record of an activity', () => {
  let analyst: Person;

  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));
  beforeAll(async () => {
    analyst = await browser.newUser(DESKTOP);
    await analyst.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  const record = (person: Person) => person.page.getByRole('region', { name: 'Record as JSON' });
  const shows = async (person: Person, id: string) => {
    await person.page.waitForURL((url) => url.hash === `#record-${id}`);
    await record(person)
      .filter({ hasText: `"id": "${id}"` })
      .waitFor();
  };
  const focused = (person: Person) => person.page.evaluate<string>('document.activeElement.id');
  const copied = async (button: string) => {
    const { page } = analyst;
    await page.evaluate(`navigator.clipboard.writeText('')`);
    await page.getByRole('button', { name: button }).click();
    await page.waitForFunction(`navigator.clipboard.readText().then((text) => text !== '')`);
    return page.evaluate<string>('navigator.clipboard.readText()');
  };

  it('opens and closes by keyboard alone, and arrow keys move through the list', async () => {
    const { page } = analyst;
    await analyst.open(LIST);
    await page.locator(`#activity-${MUSEUM}`).waitFor();
    await page.keyboard.press('/');
    for (const id of [MUSEUM, RAISES]) {
      await page.keyboard.press('ArrowDown');
      expect(await focused(analyst)).toBe(`activity-${id}`);
    }
    await page.keyboard.press('Enter');
    await shows(analyst, RAISES);
    await page.keyboard.press('ArrowDown');
    await shows(analyst, HIRING);
    // At the last one, nothing moves.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await shows(analyst, RAISES);
    expect(await pageIssuesOf(analyst)).toEqual([]);
    await page.keyboard.press('Escape');
    await record(analyst).waitFor({ state: 'detached' });
    await page.waitForFunction(`document.activeElement.id === 'activity-${RAISES}'`);
    expect(new URL(page.url()).hash).toBe('');
    expect(analyst.issues).toEqual([]);
  });

  it('closes with one step back, however many were viewed', async () => {
    const { page } = analyst;
    await analyst.open('/overview');
    await analyst.open(LIST);
    await page.locator(`#activity-${MUSEUM}`).click();
    await shows(analyst, MUSEUM);
    await page.getByRole('button', { name: 'Next activity' }).click();
    await shows(analyst, RAISES);
    await page.goBack();
    await record(analyst).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/activities');
  });

  it('can be copied as JSON and as a command that requests it', async () => {
    await analyst.open(`${LIST}#record-${RAISES}`);
    await shows(analyst, RAISES);
    const json = JSON.parse(await copied('Copy JSON')) as unknown;
    const { key } = await system.newClient();
    const command = await copied('Copy as curl');
    expect(command).toContain(`ids=${RAISES}`);
    const response = await fetch(`${system.url}/api/v1/signals?ids=${RAISES}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect([json]).toEqual(((await response.json()) as { data: { items: unknown[] } }).data.items);
  });

  it('opens from a link even if it is not in the list, without using up a search', async () => {
    await analyst.open(`/activities?category=hiring#record-${RAISES}`);
    await shows(analyst, RAISES);
    await analyst.open(`${LIST}#record-424242`);
    await analyst.page.getByText('Record not found').waitFor();
    const { data } = await analyst.api<{ web: { used: number } }>('/activities/searches');
    expect(data.web.used).toBe(0);
  });

  it('opens although a file of the page is gone since an update, and the list stays', async () => {
    const person = await browser.newUser(DESKTOP);
    const { page } = person;
    await person.open(LIST);
    await page.locator(`#activity-${MUSEUM}`).waitFor();
    await page.waitForLoadState('networkidle');
    const missing = page.waitForRequest('**/assets/**');
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    await page.locator(`#activity-${MUSEUM}`).click();
    await missing;
    await shows(person, MUSEUM);
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'API and CLI' }).click();
    await page.getByRole('dialog').getByText('This could not be loaded').waitFor();
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Next activity' }).click();
    await shows(person, RAISES);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('is a sheet on a phone', async () => {
    const person = await browser.newUser(PHONE);
    const { page } = person;
    await person.open(LIST);
    await page.locator(`#activity-${MUSEUM}`).tap();
    await page.getByRole('dialog', { name: 'Record' }).waitFor();
    await page.getByRole('button', { name: 'Next activity' }).tap();
    await shows(person, RAISES);
    expect(await pageIssuesOf(person)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.waitForFunction(`document.activeElement.id === 'activity-${RAISES}'`);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(LIST);
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
