import { type ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import {
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
  type LedgerClient,
} from './support/ledger';

let processes: LedgerClient[];
const running = startBeforeAll(startTestLedger);
beforeAll(async () => {
  processes = [running.client, await running.startPeer(), await running.startPeer({ BATCHER_SHARDS: '4' })];
});

/** Sends charges to all processes at once; returns the number charged and the codes of the others. */
async function chargeConcurrently(
  charges: ledger.ChargeRequest[],
): Promise<{ charged: number; codes: Set<string> }> {
  const outcomes = await Promise.allSettled(
    charges.map((charge, index) => processes[index % processes.length]!.charge(charge, call)),
  );
  const codes = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') codes.add((outcome.reason as { code: string }).code);
  }
  return { charged: outcomes.filter((outcome) => outcome.status === 'fulfilled').length, codes };
}

it('spends exactly what there is, from three processes at once', async () => {
  const accountId = 'account-hot';
  await running.client.credit({ accountId, micros: 1_000_000n, reference: '', reason: '' }, call);
  // 100 in the allowance and 200 in the balance.
  const { charged, codes } = await chargeConcurrently(
    Array.from({ length: 600 }, () => chargeOf({ accountId, records: 1 })),
  );
  expect(charged).toBe(300);
  expect([...codes]).toEqual(['insufficient_records']);
  expect(await fundsOf(running.pool, accountId)).toEqual({ api: 0, cli: 500, subscription: 0, micros: 0 });
});

it('does not deadlock over many accounts in any order', async () => {
  const accounts = Array.from({ length: 25 }, (_, index) => `account-${index}`);
  const charges = Array.from({ length: 1_500 }, (_, index) =>
    chargeOf({ accountId: accounts[(index * 7) % accounts.length], records: 3 }),
  );
  const { charged, codes } = await chargeConcurrently(charges);
  // Each account gets 60 charges of 3 records; its allowance pays for 33 of them.
  expect(charged).toBe(25 * 33);
  expect([...codes]).toEqual(['insufficient_records']);
  const [statistics] = await rowsOf(
    running.pool,
    'SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(statistics).toEqual({ deadlocks: 0 });
});

afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  expect(await incompleteCharges(running.pool)).toEqual([]);
});
