import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserBrowser, type Person } from '../support/user-browser';
import { sharedSystem } from '../support/shared-system';

const REVOCATION_MS = 5_000;

describeWith('chromium', "a developer's first day", () => {
  let developer: Person;

  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));
  beforeAll(async () => {
    developer = await browser.newVisitor();
  });

  const recordsShown = async () => {
    const overview = await developer.api<{ month: { records: number } }>('/overview');
    return overview.data.month.records;
  };

  it('goes from sign-in through a key and its first response to the chart, and ends with a revocation', async () => {
    const { page } = developer;
    // Sign-in returns to the page that was requested first.
    await page.goto('/keys');
    await page.waitForURL(/\/sign-in\?return_to=/);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await developer.fillIssuer('first@people.example', { name: 'First Developer' });
    await page.waitForURL(`${system.dashboardUrl}/keys`);

    await page
      .getByRole('button', { name: /create/i })
      .first()
      .click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    expect(key).toMatch(/^hg_live_[0-9A-Za-z]{38}$/);

    const curl = (await page.locator('dialog pre').first().textContent())!.trim();
    const { stdout } = await promisify(execFile)('bash', ['-c', curl]);
    const response = JSON.parse(stdout) as { data: { items: unknown[] } };
    expect(response.data.items.length).toBeGreaterThan(0);

    // The dialog stays until the key has been saved.
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('API key', { exact: true }).inputValue()).resolves.toBe(key);
    await page.getByLabel(/this key in a safe place/).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('rowheader', { name: /Laptop/ }).waitFor();
    await expect(page.content()).resolves.not.toContain(key);

    expect(await recordsShown()).toBe(response.data.items.length);
    // Daily usage follows shortly after the monthly total.
    await waitFor(async () => (await developer.api<{ rows: unknown[] }>('/usage')).data.rows.length > 0, {
      description: 'the use to be counted by days',
    });
    await developer.open('/usage');
    await page.getByRole('radio', { name: 'Key', exact: true }).check();
    await page.getByText('Laptop').first().waitFor();
    const chart = page.getByRole('img', { name: /^Records by day/ });
    const { x, y, width, height } = (await chart.boundingBox())!;
    // Today is the last day, half a date label's width from the edge.
    await page.mouse.move(x + width - 40, y + height / 2);
    const ofToday = chart.getByText(/\(UTC\)$/).locator('..');
    await expect(ofToday.textContent()).resolves.toMatch(new RegExp(`Laptop${response.data.items.length}$`));

    await page.goto('/keys');
    await page.getByRole('button', { name: 'Revoke Laptop' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /revoke/i })
      .click();
    await page
      .getByText('“Laptop” was revoked')
      .or(page.getByText(/revoked/i))
      .first()
      .waitFor();
    const statusWithKey = async () =>
      (await fetch(`${system.url}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } })).status;
    await waitFor(async () => (await statusWithKey()) === 401, {
      timeoutMs: REVOCATION_MS,
      description: 'the revocation to hold',
    });
    expect(developer.issues).toEqual([]);
  });
});
