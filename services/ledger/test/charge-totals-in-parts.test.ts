import { startBeforeAll } from '@heliograph/testing';
import { ReconciliationStore } from '../src/storage/reconciliation-store';
import { call, chargeOf, richAccount, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const month = new Date().toISOString().slice(0, 7);

async function charge(accountId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const operation = n % 3 === 0 ? 'getCompany' : 'searchSignals';
    await running.client.charge(chargeOf({ accountId, records: n, operation }), call);
  }
}

it.each([
  ['with settled charges', { part: 5, settledSeconds: 0 }],
  ['with charges that may not be settled', { part: 5, settledSeconds: 3_600 }],
])('totals an account in parts as in one: %s', async (_, limits) => {
  const large = await richAccount(running);
  const voided = chargeOf({ accountId: large, records: 3 });
  await running.client.charge(voided, call);
  await charge(large, 22);
  await running.client.voidCharge(voided, call);
  const small = await richAccount(running);
  await charge(small, 2);
  const whole = new ReconciliationStore(running.pool);
  const parts = new ReconciliationStore(running.pool, limits);
  const ids = { ids: [small, large] };
  const { totals } = await whole.readTotals(month, ids, 10_000);
  expect(totals).toMatchObject([
    { accountId: large, operation: 'getCompany', requests: 8n },
    { accountId: large, operation: 'searchSignals', requests: 14n, records: 147n },
    { accountId: small },
    { accountId: small },
  ]);
  expect((await parts.readTotals(month, ids, 10_000)).totals).toEqual(totals);

  // The pages of all accounts together; a large account ends its page.
  const { totals: all } = await whole.readTotals(month, { after: '' }, 10_000);
  const paged = [];
  let after = '';
  let pages = 0;
  do {
    const page = await parts.readTotals(month, { after }, 10_000);
    paged.push(...page.totals);
    after = page.nextAfter;
    pages += 1;
  } while (after !== '');
  expect(paged).toEqual(all);
  expect(pages).toBeGreaterThan(1);
});
