import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import {
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
} from './support/ledger';

const running = startBeforeAll(() => startTestLedger({ BATCHER_SHARDS: '1' }));
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  expect(await incompleteCharges(running.pool)).toEqual([]);
});

/** Number of transactions that wrote the entries of these events. */
async function transactionsOf(events: readonly string[]): Promise<number> {
  const rows = await rowsOf(
    running.pool,
    'SELECT DISTINCT xmin::text FROM ledger.entry WHERE entry_id = ANY ($1)',
    [events],
  );
  return rows.length;
}

it('commits concurrent charges in few transactions', async () => {
  const { client } = running;
  const charges = Array.from({ length: 200 }, (_, index) =>
    chargeOf({ accountId: `account-${index % 7}`, records: 1 }),
  );
  await Promise.all(charges.map((charge) => client.charge(charge, call)));
  expect(await transactionsOf(charges.map((charge) => charge.eventId))).toBeLessThan(20);
});

it("settles one account's charges in order of arrival, each with its own response", async () => {
  const { client } = running;
  const accountId = 'account-order';
  const outcomes = await Promise.allSettled(
    [40, 50, 30, 10, 1].map((records) => client.charge(chargeOf({ accountId, records }), call)),
  );
  // Of 100 records: 40 and 50 fit, 30 do not, 10 do, and nothing is left for the last charge.
  expect(
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? outcome.value.remainingRecords
        : (outcome.reason as { code: string }).code,
    ),
  ).toEqual([60n, 10n, 'insufficient_records', 0n, 'insufficient_records']);
});

it('creates unknown accounts, with their grants as entries', async () => {
  const { client, pool } = running;
  await Promise.all(
    ['new-b', 'new-a', 'new-b'].map((accountId) => client.charge(chargeOf({ accountId, records: 1 }), call)),
  );
  expect(await fundsOf(pool, 'new-a')).toEqual({ api: 99, cli: 500, subscription: 0, micros: 0 });
  expect(await fundsOf(pool, 'new-b')).toEqual({ api: 98, cli: 500, subscription: 0, micros: 0 });
  const grants = await rowsOf(
    pool,
    `SELECT account_id, api_records::int, cli_records::int FROM ledger.entry
     WHERE kind = 'grant' AND account_id LIKE 'new-%' ORDER BY account_id`,
  );
  expect(grants).toEqual([
    { account_id: 'new-a', api_records: 100, cli_records: 500 },
    { account_id: 'new-b', api_records: 100, cli_records: 500 },
  ]);
});

it('does not let one charge that the database refuses fail the rest of its batch', async () => {
  const { client, pool } = running;
  const poison = chargeOf({ accountId: 'account-poison', requestId: 'poison' });
  const others = Array.from({ length: 30 }, () => chargeOf({ accountId: 'account-healthy', records: 1 }));
  await pool.query(`ALTER TABLE ledger.entry ADD CONSTRAINT test_poison CHECK (request_id <> 'poison')`);
  try {
    const batch = [...others.slice(0, 10), poison, ...others.slice(10)];
    const outcomes = await Promise.allSettled(batch.map((charge) => client.charge(charge, call)));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(1);
    expect(failed[0]!.reason).toMatchObject({ code: 'internal' });
  } finally {
    await pool.query('ALTER TABLE ledger.entry DROP CONSTRAINT test_poison');
  }
  expect(await fundsOf(pool, 'account-healthy')).toMatchObject({ api: 70 });
  expect(await rowsOf(pool, 'SELECT FROM ledger.entry WHERE entry_id = $1', [poison.eventId])).toEqual([]);
});

it("charges an account's channels and credentials independently", async () => {
  const { client } = running;
  const accountId = 'account-mixed';
  await Promise.all(
    [ledger.Channel.API, ledger.Channel.CLI].flatMap((channel) =>
      ['credential-1', 'credential-2'].flatMap((credentialId) =>
        ['searchSignals', 'getCompany'].map((operation) =>
          client.charge(chargeOf({ accountId, channel, credentialId, operation, eventId: uuidv7() }), call),
        ),
      ),
    ),
  );
  expect(await client.getUsage({ accountId, month: '' }, call)).toMatchObject({
    requests: 8n,
    records: 80n,
    byOperation: [
      { operation: 'getCompany', requests: 4n, records: 40n },
      { operation: 'searchSignals', requests: 4n, records: 40n },
    ],
    api: { used: 40n, remaining: 60n },
    cli: { used: 40n, remaining: 460n },
  });
});
