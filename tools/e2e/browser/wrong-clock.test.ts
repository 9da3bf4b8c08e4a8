import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In another UTC month. */
const AHEAD_MS = 40 * DAY_MS;

interface Keys {
  items: { expiresAt: string | null }[];
}

describeWith('chromium', "a browser's wrong clock", () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const newUser = async () => {
    const person = await browser.newUser();
    await person.page.clock.setSystemTime(Date.now() + AHEAD_MS);
    return person;
  };
  const isNear = (time: string | null | undefined, expected: number) =>
    expect(Math.abs(Date.parse(time ?? '') - expected)).toBeLessThan(HOUR_MS / 2);

  it('does not move the day on which a key expires', async () => {
    const person = await newUser();
    const { page } = person;
    await person.open('/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name').fill('for a week');
    await page.getByLabel('Expires').selectOption('In 7 days');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: /for a week/ }).waitFor();
    const [key] = (await person.api<Keys>('/keys')).data.items;
    isNear(key?.expiresAt, Date.now() + 7 * DAY_MS);
    expect(person.issues).toEqual([]);
    await person.close();
  });

  it('does not move the span of the logs, or the month of the searches', async () => {
    const person = await newUser();
    const { page } = person;
    const asked = page.waitForRequest(/v1\/logs\?/);
    await person.open('/logs?time=hour');
    isNear(new URL((await asked).url()).searchParams.get('from'), Date.now() - HOUR_MS);

    await person.open('/activities');
    await page.getByRole('button', { name: 'What counts?' }).click();
    const now = new Date();
    const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    const shown = page.getByText('The count resets on').locator('time');
    expect(await shown.getAttribute('datetime')).toBe(reset.toISOString());
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
