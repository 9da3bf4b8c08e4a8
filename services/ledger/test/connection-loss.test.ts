import { type ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { Client } from 'pg';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
  wrongBudgets,
} from './support/ledger';

const MINIMUM_DEATHS = 5;
const LONGEST_LOAD_MS = 30_000;

const running = startBeforeAll(() => startTestLedger({ BATCHER_SHARDS: '2' }));

let isOver = false;
afterAll(() => {
  isOver = true;
});

/**
 * Repeatedly kills the ledger's database connections, at any point in their work, until stopped. Some calls must get
 * through in between: otherwise a loaded machine would never finish one.
 */
async function killConnections(
  admin: Client,
  answered: () => number,
  onKilled: (count: number) => void,
): Promise<void> {
  let answeredBefore = 0;
  while (!isOver) {
    if (answered() >= answeredBefore + 10) {
      const { rowCount } = await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'heliograph-ledger' AND state = 'active'`,
      );
      if (rowCount) {
        onKilled(rowCount);
        answeredBefore = answered();
      }
    }
    await new Promise(setImmediate);
  }
}

it('leaves nothing half done when connections die in the middle of charges, and charges all of them once', async () => {
  const { client, pool, database } = running;
  const admin = new Client({ connectionString: database.adminConnectionString });
  await admin.connect();
  const accounts = Array.from({ length: 5 }, (_, index) => `account-${index}`);
  for (const accountId of accounts) {
    await client.credit({ accountId, micros: 1_000_000_000n, reference: '', reason: '' }, call);
  }
  let answered = 0;
  let killed = 0;
  const killing = killConnections(
    admin,
    () => answered,
    (count) => (killed += count),
  );
  // How often a kill hits a running batch depends on the machine, so the load continues until there are enough.
  const latestEnd = performance.now() + LONGEST_LOAD_MS;
  const isEnough = () => killed >= MINIMUM_DEATHS || performance.now() > latestEnd;

  // Each charge has its own key; a caller that gets "unavailable" repeats the charge.
  const charges: ledger.ChargeRequest[] = [];
  let keys = 0;
  const runClient = async (number: number) => {
    for (let index = 0; index < 25 || !isEnough(); index += 1) {
      // A key whose claim may have been committed stays claimed for its lease, so use another one.
      let idempotencyKey = '';
      const { claim } = await until(() => {
        keys += 1;
        idempotencyKey = `key-${number}-${index}-${keys}`;
        return client.begin(beginOf({ idempotencyKey }), call);
      });
      const charge = chargeOf({
        accountId: accounts[(number + index) % accounts.length],
        idempotency: { idempotencyKey, claim, response: responseOf(idempotencyKey) },
      });
      charges.push(charge);
      // Every other one is within a budget.
      await until(() =>
        index % 2 === 0
          ? client.charge(charge, call)
          : client.chargeWithinBudget({ charge, budget: { id: 'run', records: 1_000_000 } }, call),
      );
    }
  };
  async function until<Result>(send: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        const response = await send();
        answered += 1;
        return response;
      } catch (error) {
        if ((error as { code: string }).code !== 'unavailable') throw error;
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: 20 }, (_, number) => runClient(number)));
  } finally {
    isOver = true;
    await killing;
    await admin.end();
  }
  // Without deaths, this test would prove nothing.
  expect(killed).toBeGreaterThanOrEqual(MINIMUM_DEATHS);

  const entries = await rowsOf(pool, `SELECT entry_id AS id FROM ledger.entry WHERE kind = 'charge'`);
  expect(entries.map(({ id }) => id).sort()).toEqual(charges.map(({ eventId }) => eventId).sort());
  expect(await unbalancedAccounts(pool)).toEqual([]);
  expect(await incompleteCharges(pool)).toEqual([]);
  expect(await wrongBudgets(pool)).toEqual([]);
  // Every key replays its own response.
  const replays = await Promise.all(
    charges.map(({ idempotency }) =>
      client.begin(beginOf({ idempotencyKey: idempotency!.idempotencyKey }), call),
    ),
  );
  expect(replays.map(({ response }) => response?.body.toString())).toEqual(
    charges.map(({ idempotency }) => idempotency!.idempotencyKey),
  );
});
