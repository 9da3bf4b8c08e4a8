import {
  freeAddress,
  startServiceProcess,
  testCallerVariables,
  waitFor,
  type ServiceProcess,
} from '@heliograph/testing';
import { Client } from 'pg';
import { call, chargeOf, rowsOf } from './support/ledger';
import {
  accountsOutOfOrder,
  killRelaySession,
  readAll,
  startRelayingLedger,
  type RelayingLedger,
} from './support/relay';

const EVENTS = 500;

let running: RelayingLedger;
let settings: Record<string, string>;
let victim: ServiceProcess | undefined;
beforeAll(async () => {
  // The databases, and a ledger in this process that does not publish.
  running = await startRelayingLedger({ RELAY: 'off' });
  settings = {
    DATABASE_URL: running.database.connectionString('ledger'),
    RELAY: 'on',
    ...testCallerVariables,
    EVENT_LOG_URL: running.settings.EVENT_LOG_URL!,
    RELAY_BATCH_MAXIMUM: '50',
  };
});
afterEach(() => victim?.kill());
afterAll(() => running.stop());

/** Starts another ledger, in its own process, that publishes. */
function startRelayProcess(): Promise<ServiceProcess> {
  return startServiceProcess('ledger', { ...settings, RPC_ADDRESS: freeAddress() });
}

async function charge(count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      running.client.charge(chargeOf({ accountId: `account-${index % 7}`, records: 0 }), call),
    ),
  );
}

const waiting = async () =>
  Number((await rowsOf(running.pool, 'SELECT count(*) AS count FROM ledger.outbox'))[0]!.count);

/** Every charge is in the log, in its account's order. */
async function expectAllPublished(): Promise<void> {
  const { pool, log } = running;
  await waitFor(async () => (await waiting()) === 0);
  const published = new Set((await readAll(log)).map(({ headers }) => headers.ce_id));
  const entries = await rowsOf(pool, `SELECT entry_id::text AS id FROM ledger.entry WHERE kind = 'charge'`);
  expect(entries.filter(({ id }) => !published.has(String(id)))).toEqual([]);
  expect(published.size).toBe(entries.length);
  expect(await accountsOutOfOrder(pool, await readAll(log))).toEqual([]);
}

/** Locks rows that the relay will change, so that it stops at a known point. */
async function holding(connectionString: string, sql: string): Promise<Client> {
  const holder = new Client({ connectionString });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(sql);
  return holder;
}

/** Waits until a session waits for these locks, not another test's. */
async function untilAnotherWaits(holder: Client): Promise<void> {
  await waitFor(async () => {
    const { rowCount } = await holder.query(
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    return rowCount !== null && rowCount > 0;
  });
}

it('killed after publishing and before removing: published again, in order, none missing', async () => {
  const { log, database } = running;
  await charge(EVENTS);
  const before = (await readAll(log)).length;
  const holder = await holding(database.adminConnectionString, 'SELECT FROM ledger.outbox FOR UPDATE');
  try {
    victim = await startRelayProcess();
    await waitFor(async () => (await readAll(log)).length > before);
    await untilAnotherWaits(holder);
    await victim.kill();
    // The server already has the statement that removes the events: it must not run after the death.
    expect(await killRelaySession(database)).toBe(1);
  } finally {
    await holder.end();
  }
  victim = await startRelayProcess();
  await expectAllPublished();
  // The batch is in the log twice, as "at least once" allows.
  expect((await readAll(log)).length).toBeGreaterThan(before + EVENTS);
});

it('killed before the log stored it: published once the next one leads', async () => {
  const { log, logDatabase } = running;
  await charge(EVENTS);
  const before = (await readAll(log)).length;
  const holder = await holding(
    logDatabase.adminConnectionString,
    'SELECT FROM event_log.partition FOR UPDATE',
  );
  try {
    victim = await startRelayProcess();
    await untilAnotherWaits(holder);
    await victim.kill();
  } finally {
    await holder.end();
  }
  expect(await waiting()).toBe(EVENTS);
  victim = await startRelayProcess();
  await expectAllPublished();
  expect((await readAll(log)).length).toBeGreaterThanOrEqual(before + EVENTS);
});

it('killed anywhere under load, repeatedly: none missing', async () => {
  let isOver = false;
  const charging = (async () => {
    while (!isOver) await charge(100);
  })();
  for (let deaths = 0; deaths < 3; deaths += 1) {
    victim = await startRelayProcess();
    const before = (await readAll(running.log)).length;
    await waitFor(async () => (await readAll(running.log)).length > before + 100);
    await victim.kill();
  }
  isOver = true;
  await charging;
  victim = await startRelayProcess();
  await expectAllPublished();
});
