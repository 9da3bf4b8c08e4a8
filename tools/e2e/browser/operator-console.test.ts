import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser, type Person } from '../support/user-browser';

const NOTICE = 'Imports are delayed; searches work.';

describeWith('chromium', 'the status page and the operator console', () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  const newOperator = async () => {
    const operator = await browser.newVisitor();
    await operator.signInWithoutPages(`${crypto.randomUUID()}@people.example`, { asOperator: true });
    return operator;
  };
  const openAccount = async (operator: Person) => {
    const customer = await browser.newUser();
    const id = await customer.accountId();
    await operator.open(`/operator/accounts/${id}`);
    return id;
  };
  /** Makes the page fetch its data again, as on the return to its tab. */
  const returnTo = async ({ page }: Person) => {
    await page.clock.fastForward(60_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  };

  it('a visitor sees what works, without scripts, from the sign-in page and the documentation', async () => {
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    for (const start of ['/sign-in', '/docs/']) {
      await visitor.open(start);
      await page.getByRole('link', { name: 'Status' }).first().click();
      await page.waitForURL(/\/status$/);
    }
    await visitor.close();
    const plain = await browser.newVisitor({ javaScriptEnabled: false });
    // A part that answered too late counts as down until the next check, a few seconds later.
    await waitFor(
      async () => {
        await plain.page.goto('/status');
        const parts = await plain.page.getByRole('listitem').allInnerTexts();
        expect(parts.map((part) => part.replace(/\s+/g, ' '))).toEqual(
          expect.arrayContaining(['Search Operational', 'Webhooks Operational', 'Dashboard Operational']),
        );
        return true;
      },
      { pollMs: 500, description: 'the parts to be operational' },
    );
    await plain.close();
  });

  it('an operator reads the figures, and announces an incident', async () => {
    const operator = await browser.newVisitor();
    await operator.signInWithoutPages('console@people.example', { asOperator: true });
    const { page } = operator;
    await operator.open('/operator');
    const card = (name: string) => page.getByRole('region', { name });
    await card('Services').getByText('indexer').waitFor();
    for (const name of ['Semantic index', 'Metering and reconciliation', 'Webhooks', 'This month by day'])
      await card(name).waitFor();
    await card('Semantic index')
      .getByText(/of [\d,]+ signals?/)
      .waitFor();
    await card('Refused API requests, 24 hours').getByText('PROMETHEUS_URL').waitFor();
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Records this month' }).waitFor();
    await operator.open('/operator/access');
    await page.getByRole('textbox', { name: 'Notice' }).fill(NOTICE);
    await page.getByRole('button', { name: 'Show notice' }).click();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    const visitor = await browser.newVisitor();
    try {
      await visitor.page.goto('/status');
      // Cached for a few seconds.
      await waitFor(
        async () => {
          await visitor.page.reload();
          return visitor.page.getByText(NOTICE).isVisible();
        },
        { pollMs: 500, description: 'the notice on the status page' },
      );
    } finally {
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Show notice' }).waitFor();
    }
    expect(operator.issues).toEqual([]);
    await Promise.all([operator.close(), visitor.close()]);
  });

  it('a credit with an ambiguous amount is refused at its field', async () => {
    const operator = await newOperator();
    const { page } = operator;
    await openAccount(operator);
    await page.getByRole('button', { name: 'Credit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Amount');
    await amount.fill('12,50');
    await dialog.getByLabel('Reason').fill('An outage');
    await dialog.getByRole('button', { name: 'Credit', exact: true }).click();
    await dialog.locator('input[aria-invalid=true]:focus').waitFor();
    expect(await amount.inputValue()).toBe('12,50');
    await amount.fill('1,250');
    await dialog.getByRole('button', { name: 'Credit $1,250.00' }).click();
    await page.getByText('now has $1,250.00').waitFor();
    expect(operator.issues).toEqual([]);
    await operator.close();
  });

  it('a change of plan does what its dialog said, even if the plan changes meanwhile', async () => {
    const operator = await newOperator();
    const { page } = operator;
    await page.clock.install();
    const id = await openAccount(operator);
    await page.getByRole('button', { name: 'Change plan' }).click();
    const dialog = page.getByRole('dialog', { name: /to the paid plan/ });
    await dialog.getByLabel('Reason').fill('An agreement');
    await system.adminJson('account', 'set-plan', id, 'paid');
    const fetched = page.waitForResponse((response) => response.url().endsWith(`/operator/accounts/${id}`));
    await returnTo(operator);
    await fetched;
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await dialog.getByRole('button', { name: 'Move to paid' }).click();
    await page.getByText('is on the paid plan').waitFor();
    await operator.close();
  });

  it('a notice being typed stays when another operator changes the notice', async () => {
    const [operator, other] = [await newOperator(), await newOperator()];
    const { page } = operator;
    const field = (person: Person) => person.page.getByRole('textbox', { name: 'Notice' });
    await page.clock.install();
    await operator.open('/operator/access');
    await field(operator).fill('A long explanation');
    await other.open('/operator/access');
    await field(other).fill(NOTICE);
    await other.page.getByRole('button', { name: 'Show notice' }).click();
    try {
      await other.page.getByRole('button', { name: 'Remove' }).waitFor();
      await returnTo(operator);
      await page.getByText(`It now says “${NOTICE}”.`).waitFor();
      expect(await field(operator).inputValue()).toBe('A long explanation');
    } finally {
      await other.page.getByRole('button', { name: 'Remove' }).click();
      await other.page.getByRole('button', { name: 'Show notice' }).waitFor();
    }
    expect(operator.issues).toEqual([]);
    await Promise.all([operator.close(), other.close()]);
  });

  it('does not exist for others', async () => {
    const person = await browser.newUser();
    expect((await person.api('/operator/console')).status).toBe(404);
    expect((await person.api('/operator/status-notice')).status).toBe(404);
    await person.close();
  });
});
