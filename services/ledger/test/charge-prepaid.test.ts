import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, fundsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const RECORD_MICROS = 5_000n;

const running = startBeforeAll(startTestLedger);

async function credit(accountId: string, micros: bigint): Promise<void> {
  await running.client.credit({ accountId, micros, reference: '', reason: 'test' }, call);
}

it('splits a charge between the rest of the allowance and the balance', async () => {
  const { client, pool } = running;
  const accountId = 'account-split';
  await credit(accountId, 10_000_000n);
  await client.charge(chargeOf({ accountId, records: 70 }), call);
  const response = await client.charge(chargeOf({ accountId, records: 50 }), call);
  // 30 from the allowance, 20 from the balance of $10.
  expect(response.remainingRecords).toBe(1_980n);
  expect(await fundsOf(pool, accountId)).toEqual({ api: 0, cli: 500, subscription: 0, micros: 9_900_000 });
});

it('uses the allowance first, whatever the balance', async () => {
  const { client, pool } = running;
  const accountId = 'account-order';
  await credit(accountId, 10_000_000n);
  const response = await client.charge(chargeOf({ accountId, records: 100 }), call);
  expect(response.remainingRecords).toBe(2_000n);
  expect(await fundsOf(pool, accountId)).toMatchObject({ api: 0, micros: 10_000_000 });
});

it('spends a balance to the last record, leaving only what cannot pay for one', async () => {
  const { client, pool } = running;
  const accountId = 'account-remainder';
  await client.charge(chargeOf({ accountId, records: 100 }), call);
  await credit(accountId, 3n * RECORD_MICROS - 1n);
  expect((await client.charge(chargeOf({ accountId, records: 2 }), call)).remainingRecords).toBe(0n);
  await expect(client.charge(chargeOf({ accountId, records: 1 }), call)).rejects.toMatchObject({
    code: 'insufficient_records',
  });
  expect(await fundsOf(pool, accountId)).toMatchObject({ micros: 4_999 });
  await credit(accountId, 1n);
  expect((await client.charge(chargeOf({ accountId, records: 1 }), call)).remainingRecords).toBe(0n);
  expect(await fundsOf(pool, accountId)).toMatchObject({ micros: 0 });
});

it('keeps every fund equal to the sum of its entries', async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});
