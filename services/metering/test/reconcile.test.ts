import { ledger } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { call, waitOptions } from './support/metering';
import { chargeOf, startWithLedger } from './support/with-ledger';

const running = startBeforeAll(startWithLedger);
beforeAll(async () => {
  for (const accountId of ['account-1', 'account-2', 'account-3']) {
    await running.ledgerAdmin.credit({ accountId, micros: 10_000_000n, reference: '', reason: '' }, call);
    const charges = [
      chargeOf({ accountId, records: 90 }),
      // The last ten of the allowance, and forty from the balance.
      chargeOf({ accountId, records: 50 }),
      chargeOf({ accountId, records: 0 }),
      chargeOf({ accountId, credentialId: 'credential-2', operation: 'getCompany', records: 1 }),
      chargeOf({ accountId, channel: ledger.Channel.CLI, records: 7 }),
    ];
    for (const charge of charges) await running.ledger.charge(charge, call);
  }
});

/** The totals of five charges for each of the three accounts. */
const expected = { requests: 15n, records: 3n * 148n, prepaidMicros: 3n * 41n * 5_000n };

const reconcile = (month = '', waitSeconds = 10) => running.client.reconcile({ month, waitSeconds }, call);

/** Runs statements as the superuser, bypassing every trigger. */
const tamper = (sql: string) => running.pool.query(`SET session_replication_role = replica; ${sql}`);

/** Changes something and undoes it. */
async function whileTampered(change: string, undo: string, work: () => Promise<void>): Promise<void> {
  await tamper(change);
  try {
    await work();
  } finally {
    await tamper(undo);
  }
}

const month = new Date().toISOString().slice(0, 7);

it('agrees to the record and the micro-dollar once everything has arrived', async () => {
  const reconciliation = await reconcile();
  expect(reconciliation).toEqual({
    month,
    ledger: expected,
    metering: expected,
    differences: [],
    differenceCount: 0n,
    caughtUp: true,
  });
});

it('agrees on charges that were voided before and after their events were counted', async () => {
  const [counted, fresh] = [chargeOf({ records: 4 }), chargeOf({ records: 5 })];
  const [alone] = [chargeOf({ accountId: 'account-void', operation: 'getCompany' })];
  await running.ledger.charge(counted, call);
  expect(await reconcile()).toMatchObject({ metering: { requests: 16n }, differences: [] });
  for (const charge of [fresh, alone!]) await running.ledger.charge(charge, call);
  for (const charge of [counted, fresh, alone!]) {
    const { eventId, accountId, credentialId } = charge;
    await running.ledger.voidCharge({ eventId, accountId, credentialId }, call);
  }
  expect(await reconcile()).toMatchObject({ ledger: expected, metering: expected, differences: [] });
  const history = { accountId: 'account-void', month: '' };
  expect((await running.client.getUsageHistory(history, call)).days).toEqual([]);
});

it('has nothing to compare in a month without use', async () => {
  const nothing = { requests: 0n, records: 0n, prepaidMicros: 0n };
  expect(await reconcile('2026-01')).toMatchObject({
    month: '2026-01',
    ledger: nothing,
    metering: nothing,
    differences: [],
  });
});

const key = {
  accountId: 'account-2',
  credentialId: 'credential-1',
  channel: 'api',
  operation: 'searchSignals',
};

it.each([
  ['records', 'records = records + 1, allowance_records = allowance_records + 1', 140n, 141n, 2],
  ['requests', 'requests = requests + 1', 3n, 4n, 1],
  ['prepaid_micros', 'prepaid_micros = prepaid_micros + 1', 200_000n, 200_001n, 1],
])('finds metering one too high in %s', async (field, change, has, other, count) => {
  const row = `account_id = 'account-2' AND credential_id = 'credential-1' AND channel = 'api'`;
  await whileTampered(
    `UPDATE metering.usage_day SET ${change} WHERE ${row}`,
    `UPDATE metering.usage_day SET ${change.replaceAll('+ 1', '- 1')} WHERE ${row}`,
    async () => {
      const { differences, differenceCount, metering, ledger: charged } = await reconcile();
      expect(differenceCount).toBe(BigInt(count));
      expect(differences).toContainEqual({ kind: 'metering', ...key, field, ledger: has, other });
      expect(charged).toEqual(expected);
      expect(metering).not.toEqual(expected);
    },
  );
});

it('finds totals that only the ledger has', async () => {
  await whileTampered(
    `CREATE TABLE metering.aside AS SELECT * FROM metering.usage_day WHERE account_id = 'account-1' AND channel = 'cli';
     DELETE FROM metering.usage_day WHERE account_id = 'account-1' AND channel = 'cli'`,
    `INSERT INTO metering.usage_day SELECT * FROM metering.aside; DROP TABLE metering.aside`,
    async () => {
      const { differences } = await reconcile();
      const cli = { ...key, accountId: 'account-1', channel: 'cli', kind: 'metering', other: 0n };
      expect(differences).toEqual([
        { ...cli, field: 'requests', ledger: 1n },
        { ...cli, field: 'records', ledger: 7n },
        { ...cli, field: 'allowance_records', ledger: 7n },
      ]);
    },
  );
});

it.each(['account-0', 'account-2b', 'account-9'])(
  'finds totals that only metering has, wherever the account (%s) sorts',
  async (accountId) => {
    await whileTampered(
      `INSERT INTO metering.usage_day VALUES ('${accountId}', now()::date, 'credential-1', 'api', 'searchSignals', 1, 2, 2, 0, 0, 0)`,
      `DELETE FROM metering.usage_day WHERE account_id = '${accountId}'`,
      async () => {
        const { differences } = await reconcile();
        const only = { ...key, accountId, kind: 'metering', ledger: 0n };
        expect(differences).toEqual([
          { ...only, field: 'requests', other: 1n },
          { ...only, field: 'records', other: 2n },
          { ...only, field: 'allowance_records', other: 2n },
        ]);
      },
    );
  },
);

it('finds a charge that the ledger lost', async () => {
  const { rows } = await running.pool.query<{ id: string }>(
    `SELECT entry_id AS id FROM ledger.entry WHERE account_id = 'account-3' AND kind = 'charge' AND records = 90`,
  );
  await whileTampered(
    `CREATE TABLE ledger.aside AS SELECT * FROM ledger.entry WHERE entry_id = '${rows[0]!.id}';
     DELETE FROM ledger.entry WHERE entry_id = '${rows[0]!.id}'`,
    `INSERT INTO ledger.entry OVERRIDING SYSTEM VALUE SELECT * FROM ledger.aside; DROP TABLE ledger.aside`,
    async () => {
      const { differences, ledger: charged, metering } = await reconcile();
      expect(metering).toEqual(expected);
      expect(charged).toEqual({ ...expected, requests: 14n, records: expected.records - 90n });
      expect(differences).toContainEqual({
        ...key,
        accountId: 'account-3',
        kind: 'metering',
        field: 'records',
        ledger: 50n,
        other: 140n,
      });
      // The ledger shows the same loss: funds that no entry explains.
      expect(differences).toContainEqual(
        expect.objectContaining({ kind: 'ledger', accountId: 'account-3', field: 'api_remaining' }),
      );
    },
  );
});

it('finds funds that the entries do not explain', async () => {
  await whileTampered(
    `UPDATE ledger.account SET balance_micros = balance_micros + 1 WHERE account_id = 'account-1'`,
    `UPDATE ledger.account SET balance_micros = balance_micros - 1 WHERE account_id = 'account-1'`,
    async () => {
      const { differences, differenceCount } = await reconcile();
      expect(differenceCount).toBe(1n);
      expect(differences).toEqual([
        {
          kind: 'ledger',
          accountId: 'account-1',
          credentialId: '',
          channel: '',
          operation: '',
          field: 'balance_micros',
          ledger: 10_000_000n - 41n * 5_000n,
          other: 10_000_000n - 41n * 5_000n + 1n,
        },
      ]);
    },
  );
});

it('lists a thousand differences and counts all', async () => {
  await whileTampered(
    `INSERT INTO metering.usage_day SELECT 'account-x' || number, now()::date, 'c', 'api', 'searchSignals', 1, 0, 0, 0, 0, 0
     FROM generate_series(1, 1500) AS number`,
    `DELETE FROM metering.usage_day WHERE account_id LIKE 'account-x%'`,
    async () => {
      const { differences, differenceCount } = await reconcile();
      expect(differences).toHaveLength(1_000);
      expect(differenceCount).toBe(1_500n);
    },
  );
});

it('reports that it could not wait for events in flight', async () => {
  // Nothing is counted in the meantime, as with a hanging consumer.
  const client = await running.pool.connect();
  await client.query('BEGIN; LOCK TABLE metering.counted_event IN EXCLUSIVE MODE');
  try {
    await running.ledger.charge(chargeOf({ accountId: 'account-waiting' }), call);
    const { caughtUp, differences } = await reconcile('', 1);
    expect(caughtUp).toBe(false);
    expect(differences).toContainEqual(
      expect.objectContaining({ accountId: 'account-waiting', field: 'records', ledger: 3n, other: 0n }),
    );
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(await reconcile()).toMatchObject({ caughtUp: true, differences: [] });
});

it('waits until the event arrives', async () => {
  const client = await running.pool.connect();
  await client.query('BEGIN; LOCK TABLE metering.counted_event IN EXCLUSIVE MODE');
  await running.ledger.charge(chargeOf({ accountId: 'account-waiting' }), call);
  const reconciling = reconcile('', 20);
  let isAnswered = false;
  void reconciling.then(() => (isAnswered = true));
  await waitFor(async () => (await running.client.getStatus({}, call)).lag > 0n);
  expect(isAnswered).toBe(false);
  await client.query('ROLLBACK');
  client.release();
  expect(await reconciling).toMatchObject({ caughtUp: true, differences: [] });
});

it('does not mistake charging in progress for a difference, and finds a real one', async () => {
  let isOver = false;
  const accountId = 'account-hot';
  await running.ledgerAdmin.credit({ accountId, micros: 900_000_000n, reference: '', reason: '' }, call);
  const charging = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) await running.ledger.charge(chargeOf({ accountId, records: 1 }), call);
    }),
  );
  try {
    for (let round = 0; round < 3; round += 1) {
      expect((await reconcile('', 5)).differences).toEqual([]);
    }
    const row = `account_id = 'account-2' AND credential_id = 'credential-2'`;
    await whileTampered(
      `UPDATE metering.usage_day SET requests = requests + 1 WHERE ${row}`,
      `UPDATE metering.usage_day SET requests = requests - 1 WHERE ${row}`,
      async () => {
        expect((await reconcile('', 5)).differences).toMatchObject([
          { accountId: 'account-2', field: 'requests', ledger: 1n, other: 2n },
        ]);
      },
    );
  } finally {
    isOver = true;
    await charging;
  }
  expect(await reconcile()).toMatchObject({ caughtUp: true, differences: [] });
});

it.each([
  [{ month: '2026-13', waitSeconds: 0 }, 'month'],
  [{ month: '', waitSeconds: 601 }, 'wait_seconds'],
])('refuses %j', async (request, parameter) => {
  await expect(running.client.reconcile(request, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter }],
  });
});

it('returns unavailable without the ledger', async () => {
  await running.ledgerService.stop();
  try {
    await expect(reconcile('', 0)).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    await running.restartLedger();
  }
  await waitFor(async () => (await reconcile()).caughtUp, waitOptions);
});
