import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const styleOf = ({ page }: Person, element: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(${element})[${JSON.stringify(property)}]`);

/** High contrast, where the system's colors replace backgrounds and shadows. */
describeWith('chromium', 'forced colors', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const newUser = () => browser.newUser({ forcedColors: 'active' });

  it('outline the option that Enter would take', async () => {
    const person = await newUser();
    const { page } = person;
    await person.open('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('option', { selected: true });
    await chosen.waitFor();
    expect(
      await styleOf(person, 'document.querySelector("[role=option][aria-selected=true]")', 'outlineStyle'),
    ).toBe('solid');

    await person.open('/activities');
    await page.locator('summary', { hasText: 'Place' }).click();
    await page.getByRole('combobox', { name: 'Country', exact: true }).press('ArrowDown');
    const active = 'document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))';
    await page.waitForFunction(active);
    expect(await styleOf(person, active, 'outlineStyle')).toBe('solid');
    await person.close();
  });

  it('keep the bars of a company, and mark the chosen tab', async () => {
    const person = await newUser();
    const { page } = person;
    await person.open('/companies/acme-robotics');
    const bar = '[role=img][aria-label*="by month"] > span > span';
    await page.locator(bar).first().waitFor();
    const canvas = await styleOf(person, 'document.documentElement', 'backgroundColor');
    expect(
      await styleOf(person, `document.querySelector(${JSON.stringify(bar)})`, 'backgroundColor'),
    ).not.toBe(canvas);

    await person.open('/playground');
    await page.getByRole('tab').first().waitFor();
    const edges = await page.evaluate<string[]>(
      '[...document.querySelectorAll("[role=tab]")].map((tab) => getComputedStyle(tab).borderBottomColor)',
    );
    expect(new Set(edges.slice(1)).size).toBe(1);
    expect(edges[1]).not.toBe(edges[0]);
    await person.close();
  });
});
