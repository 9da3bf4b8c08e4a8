import type { UsageReport } from '@heliograph/dashboard-api';
import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

const KEYS = 450;

describeWith('chromium', 'the usage of a month', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('with very many keys shows some at once, and totals all', async () => {
    const person = await browser.newUser();
    const { page } = person;
    await page.route('**/api/app/v1/usage*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: UsageReport };
      const rows = Array.from({ length: KEYS }, (_, index): UsageReport['rows'][number] => ({
        date: `${data.month}-01`,
        credentialId: `key-${index}`,
        credentialName: `Key ${index}`,
        channel: 'api',
        operation: 'searchSignals',
        requests: 1,
        records: 2,
        allowanceRecords: 2,
        prepaidRecords: 0,
        subscriptionRecords: 0,
        cost: '0.00',
      }));
      const totals = { requests: KEYS, records: 2 * KEYS, cost: '0.00' };
      await route.fulfill({ response, json: { data: { ...data, rows, totals } satisfies UsageReport } });
    });
    await person.open('/usage?by=key');
    const table = page.getByRole('table', { name: /^Usage in / });
    const keys = table.getByRole('rowheader', { name: /^Key/ });
    const more = page.getByRole('button', { name: `Show more of ${KEYS}` });
    await table.getByRole('row', { name: /^Total 450 900 900/ }).waitFor();
    expect(await keys.count()).toBe(200);
    await more.press('Enter');
    await page.getByText('400 rows shown').waitFor();
    expect(await keys.count()).toBe(400);
    await more.press('Enter');
    await more.waitFor({ state: 'detached' });
    expect(await keys.count()).toBe(KEYS);
    expect(person.issues).toEqual([]);
    await person.close();
  });
});
