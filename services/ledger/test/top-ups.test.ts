import { topUp } from '@heliograph/proto';
import { createRpcClient, ServiceError, type RpcClient } from '@heliograph/runtime';
import { holdLocks, testCredentials } from '@heliograph/testing';
import { call, newAccountId, rowsOf, startTestLedger, type TestLedger } from './support/ledger';

const ACCOUNTS = 25;
const DOLLAR = 1_000_000n;
const { PAID, FAILED, CANCELED, RETRY } = topUp.SettleTopUpRequest_Outcome;
const NOT_PAUSED = topUp.TopUpPause.UNSPECIFIED;

let running: TestLedger;
let client: RpcClient<typeof topUp.TopUpServiceService>;
beforeAll(async () => {
  running = await startTestLedger();
  client = connect('dashboard');
});
afterAll(async () => {
  await client.close();
  await running.stop();
});
beforeEach(async () => {
  await running.pool.query('DELETE FROM ledger.auto_top_up');
  await running.pool.query('DELETE FROM ledger.top_up');
});

function connect(caller: string): typeof client {
  return createRpcClient(topUp.TopUpServiceService, {
    address: running.service.address,
    caller,
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
}

async function wanting(changes: Partial<topUp.SetAutoTopUpRequest> = {}): Promise<string> {
  const accountId = newAccountId();
  await save(accountId, '1', new Date());
  await client.setAutoTopUp({ accountId, ...CHOICE, ...changes }, call);
  return accountId;
}
const save = (accountId: string, card: string, savedAt: Date) =>
  client.saveCard(
    {
      accountId,
      customerId: `stripe:cus_${card}`,
      paymentMethodId: `stripe:pm_${card}`,
      card: 'Visa ending in 4242',
      savedAt,
    },
    call,
  );
const CHOICE = {
  isOn: true,
  onlyIfOn: false,
  belowMicros: 5n * DOLLAR,
  amountMicros: 20n * DOLLAR,
  monthlyCapMicros: 100n * DOLLAR,
};
const lease = async () => (await client.leaseTopUps({}, call)).topUps;
const pay = async ({ id, accountId, micros }: topUp.TopUp) => {
  await running.client.credit({ accountId, micros, reference: `stripe:pi_${id}`, reason: '' }, call);
  await client.settleTopUp({ id, outcome: PAID, pause: NOT_PAUSED }, call);
};

it('looks up other purchases only of accounts whose balance is too low', async () => {
  const count = 1_000;
  await running.pool.query(
    `WITH rich AS (
       INSERT INTO ledger.account (account_id, opened_at, api_granted, api_remaining, cli_granted, cli_remaining, balance_micros)
       SELECT 'rich-' || n, now(), 0, 0, 0, 0, 2 FROM generate_series(1, $1::integer) AS n RETURNING account_id)
     INSERT INTO ledger.auto_top_up
       (account_id, is_on, payment_method_id, below_micros, amount_micros, monthly_cap_micros)
     SELECT account_id, true, 'stripe:pm_1', 1, 1, 1 FROM rich`,
    [count],
  );
  const connection = await running.pool.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(`SELECT FROM ledger.lease_top_ups(10, interval '1 minute', 5)`);
    const { rows } = await connection.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'ledger' AND relname = 'auto_top_up'`,
    );
    expect(rows[0]!.read).toBeLessThan(1.5 * count);
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
});

it('leases each account once, however many callers ask and pay at once', async () => {
  await Promise.all(Array.from({ length: ACCOUNTS }, () => wanting()));
  const leased: topUp.TopUp[] = [];
  // Each caller asks, pays, and asks again until none is left.
  const ask = async (): Promise<void> => {
    const found = await lease();
    leased.push(...found);
    await Promise.all(found.map(pay));
    if (leased.length < ACCOUNTS) await ask();
  };
  await Promise.all(Array.from({ length: 6 }, ask));
  expect(await lease()).toEqual([]);
  expect(new Set(leased.map(({ accountId }) => accountId)).size).toBe(ACCOUNTS);
  expect(leased).toHaveLength(ACCOUNTS);
});

it('begins none when another process began and settled one meanwhile', async () => {
  const accountId = await wanting();
  // A lock of the table would be waited for before the first snapshot; this one, after it.
  const held = await holdLocks(running.pool, 'REINDEX INDEX ledger.top_up_of_account');
  const leased = lease();
  await held.untilAnotherWaits();
  const paid = { accountId, micros: CHOICE.amountMicros, reference: 'stripe:pi_another', reason: '' };
  await running.client.credit(paid, call);
  await held.query(
    `INSERT INTO ledger.top_up (top_up_id, account_id, micros, customer_id, payment_method_id, state)
     VALUES (gen_random_uuid(), $1, $2, 'stripe:cus_1', 'stripe:pm_1', 'paid')`,
    [accountId, CHOICE.amountMicros],
  );
  await held.commit();
  expect(await leased).toEqual([]);
});

it('a purchase keeps its terms when the choice and the card change', async () => {
  const accountId = await wanting();
  const [first] = await lease();
  await client.setAutoTopUp({ accountId, ...CHOICE, isOn: false, amountMicros: 30n * DOLLAR }, call);
  await save(accountId, '2', new Date());
  expect(await lease()).toEqual([]);
  await running.pool.query('UPDATE ledger.top_up SET leased_until = now()');
  expect(await lease()).toEqual([
    { ...first!, tries: 1, isWanted: false, ageSeconds: expect.any(Number) as number },
  ]);
});

it('keeps the amounts of others when turned off', async () => {
  const accountId = await wanting();
  const { isOn: _on, onlyIfOn, ...amounts } = CHOICE;
  const other = { belowMicros: 0n, amountMicros: 0n, monthlyCapMicros: 0n };
  const off = await client.setAutoTopUp({ accountId, isOn: false, onlyIfOn, ...other }, call);
  expect(off).toMatchObject({ isOn: false, ...amounts });
});

it('are not turned on again by new amounts for those that were on', async () => {
  const accountId = await wanting();
  const change = { accountId, ...CHOICE, amountMicros: 30n * DOLLAR, onlyIfOn: true };
  expect(await client.setAutoTopUp(change, call)).toMatchObject({ isOn: true, amountMicros: 30n * DOLLAR });
  await client.pauseTopUps({ accountId, pause: topUp.TopUpPause.REFUNDED }, call);
  const late = client.setAutoTopUp({ ...change, amountMicros: 10n * DOLLAR }, call);
  await expect(late).rejects.toMatchObject({ code: 'invalid_parameter' });
  expect(await client.getAutoTopUp({ accountId }, call)).toMatchObject({
    isOn: false,
    pause: topUp.TopUpPause.REFUNDED,
    amountMicros: 30n * DOLLAR,
  });
});

it.each([
  ['a lower amount', { amountMicros: 10n * DOLLAR }],
  ['a lower cap', { monthlyCapMicros: 20n * DOLLAR }],
])(
  'a purchase that began before %s is not wanted, and the next one has the new terms',
  async (_what, lower) => {
    const accountId = await wanting();
    const [first] = (await lease()) as [topUp.TopUp];
    await client.setAutoTopUp({ accountId, ...CHOICE, ...lower }, call);
    await client.settleTopUp({ id: first.id, outcome: RETRY, pause: NOT_PAUSED }, call);
    await running.pool.query('UPDATE ledger.top_up SET leased_until = now()');
    expect(await lease()).toMatchObject([{ id: first.id, isWanted: false }]);
    await client.settleTopUp({ id: first.id, outcome: CANCELED, pause: NOT_PAUSED }, call);
    const micros = { ...CHOICE, ...lower }.amountMicros;
    expect(await lease()).toMatchObject([{ accountId, micros, isWanted: true }]);
  },
);

it('a purchase that began while new settings waited for the lock is not wanted', async () => {
  const accountId = await wanting();
  const held = await holdLocks(
    running.pool,
    'SELECT FROM ledger.auto_top_up WHERE account_id = $1 FOR UPDATE',
    [accountId],
  );
  const set = client.setAutoTopUp({ accountId, ...CHOICE }, call);
  await held.untilAnotherWaits();
  await running.pool.query(
    `INSERT INTO ledger.top_up (top_up_id, account_id, micros, customer_id, payment_method_id)
     VALUES (gen_random_uuid(), $1, 1, 'stripe:cus_1', 'stripe:pm_1')`,
    [accountId],
  );
  await held.commit();
  await set;
  expect(await lease()).toMatchObject([{ accountId, isWanted: false }]);
});

it('is retried later each time, and settled once', async () => {
  const accountId = await wanting();
  const [{ id }] = (await lease()) as [topUp.TopUp];
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await client.settleTopUp({ id, outcome: RETRY, pause: NOT_PAUSED }, call);
    // As it was up to five seconds ago.
    const [row] = await rowsOf(
      running.pool,
      'SELECT 5 * ceil(extract(epoch FROM leased_until - now()) / 5)::integer AS wait FROM ledger.top_up',
    );
    waits.push(row!.wait as number);
    await running.pool.query('UPDATE ledger.top_up SET leased_until = now()');
    await lease();
  }
  expect(waits).toEqual([10, 20, 40]);
  const failed = { id, outcome: FAILED, pause: topUp.TopUpPause.DECLINED };
  expect(await client.settleTopUp(failed, call)).toEqual({ settled: true });
  expect(await client.settleTopUp({ id, outcome: PAID, pause: NOT_PAUSED }, call)).toEqual({
    settled: false,
  });
  expect(await client.getAutoTopUp({ accountId }, call)).toMatchObject({
    isOn: false,
    pause: topUp.TopUpPause.DECLINED,
    monthMicros: 0n,
  });
});

describe('a purchase that was canceled', () => {
  const cancel = async () => {
    const [{ id }] = (await lease()) as [topUp.TopUp];
    await client.settleTopUp({ id, outcome: CANCELED, pause: NOT_PAUSED }, call);
  };
  const pass = (time: string) =>
    running.pool.query('UPDATE ledger.top_up SET created_at = created_at - $1::interval', [time]);

  it('is followed by another one after half an hour, or once something changes', async () => {
    const accountId = await wanting();
    await cancel();
    await pass('29 minutes');
    await running.pool.query(`UPDATE ledger.auto_top_up SET set_at = set_at - interval '29 minutes'`);
    expect(await lease()).toEqual([]);
    await client.setAutoTopUp({ accountId, ...CHOICE }, call);
    await cancel();
    expect(await lease()).toEqual([]);
    await save(accountId, '2', new Date(Date.now() + 1_000));
    await cancel();
    await pass('31 minutes');
    await pay((await lease())[0]!);
  });

  it("does not count among a day's three, and is forgotten after that day", async () => {
    await wanting({ belowMicros: 70n * DOLLAR });
    for (let count = 0; count < 4; count += 1) {
      await cancel();
      await pass('31 minutes');
    }
    for (let count = 0; count < 3; count += 1) await pay((await lease())[0]!);
    expect(await lease()).toEqual([]);
    await pass('24 hours');
    await cancel();
    const states = await rowsOf(running.pool, 'SELECT state FROM ledger.top_up ORDER BY created_at');
    expect(states.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'canceled']);
  });
});

it('a failure pauses nothing if top-ups were turned off in the meantime', async () => {
  const accountId = await wanting();
  const [{ id }] = (await lease()) as [topUp.TopUp];
  await client.setAutoTopUp({ accountId, ...CHOICE, isOn: false }, call);
  await client.settleTopUp({ id, outcome: FAILED, pause: topUp.TopUpPause.DECLINED }, call);
  expect((await client.getAutoTopUp({ accountId }, call)).pause).toBe(NOT_PAUSED);
});

it('a failure pauses nothing if its card was replaced in the meantime', async () => {
  const accountId = await wanting();
  const [{ id }] = (await lease()) as [topUp.TopUp];
  await save(accountId, '2', new Date(Date.now() + 1_000));
  await client.settleTopUp({ id, outcome: FAILED, pause: topUp.TopUpPause.DECLINED }, call);
  expect(await client.getAutoTopUp({ accountId }, call)).toMatchObject({ isOn: true, pause: NOT_PAUSED });
});

describe('the removal of a card', () => {
  it('turns top-ups off first, and names the card of each open purchase', async () => {
    const accountId = await wanting();
    await lease();
    await save(accountId, '2', new Date(Date.now() + 1_000));
    expect(await client.beginCardRemoval({ accountId }, call)).toEqual({
      card: 'Visa ending in 4242',
      customerId: 'stripe:cus_2',
      paymentMethodIds: ['stripe:pm_2', 'stripe:pm_1'],
    });
    expect(await client.getAutoTopUp({ accountId }, call)).toMatchObject({
      isOn: false,
      card: 'Visa ending in 4242',
    });
  });

  it('forgets only that card, even when top-ups were turned on again', async () => {
    const accountId = await wanting();
    await client.beginCardRemoval({ accountId }, call);
    await client.setAutoTopUp({ accountId, ...CHOICE }, call);
    const other = await client.removeCard({ accountId, customerId: 'stripe:cus_2' }, call);
    expect(other).toMatchObject({ isOn: true, card: 'Visa ending in 4242' });
    const removed = await client.removeCard({ accountId, customerId: 'stripe:cus_1' }, call);
    expect([removed.isOn, removed.card]).toEqual([false, undefined]);
    await expect(client.setAutoTopUp({ accountId, ...CHOICE }, call)).rejects.toThrow('Save a card first.');
  });

  it('is not undone by a message that is not newer', async () => {
    const accountId = newAccountId();
    const savedAt = new Date();
    await save(accountId, '1', savedAt);
    await client.removeCard({ accountId, customerId: 'stripe:cus_1' }, call);
    expect((await save(accountId, '1', savedAt)).card).toBeUndefined();
    expect((await save(accountId, '2', new Date(savedAt.getTime() + 1_000))).card).toBeDefined();
  });

  it('finds nothing in an account without a card', async () => {
    const nothing = { card: undefined, customerId: '', paymentMethodIds: [] };
    expect(await client.beginCardRemoval({ accountId: newAccountId() }, call)).toEqual(nothing);
  });
});

it('the database refuses an account a second open purchase', async () => {
  const accountId = await wanting();
  await lease();
  const again = running.pool.query(
    `INSERT INTO ledger.top_up (top_up_id, account_id, micros, customer_id, payment_method_id)
     VALUES (gen_random_uuid(), $1, 1, 'c', 'p')`,
    [accountId],
  );
  await expect(again).rejects.toThrow('top_up_open_once');
});

it('is open only to the dashboard', async () => {
  const gateway = connect('gateway');
  const refused = gateway.leaseTopUps({}, call);
  await expect(refused).rejects.toBeInstanceOf(ServiceError);
  await gateway.close();
});

it.each([
  ['below_micros', { belowMicros: 0n }],
  ['amount_micros', { amountMicros: 1n }],
  ['monthly_cap_micros', { monthlyCapMicros: 19n * DOLLAR }],
])('refuses a wrong %s', async (name, changes) => {
  const refused = client.setAutoTopUp({ accountId: newAccountId(), ...CHOICE, ...changes }, call);
  await expect(refused).rejects.toThrow(name);
});
