import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const thisMonth = () => new Date().toISOString().slice(0, 7);
const verify = () => running.client.verifyLedger({ month: thisMonth(), page: undefined }, call);

async function chargeSome(accountId: string): Promise<void> {
  const { client } = running;
  await client.credit({ accountId, micros: 1_000_000n, reference: '', reason: '' }, call);
  await client.charge(chargeOf({ accountId, records: 110 }), call);
}

it('finds nothing when everything is right, and reports how much it checked', async () => {
  await Promise.all(['account-a', 'account-b'].map(chargeSome));
  expect(await verify()).toEqual({
    accounts: 2n,
    entries: 6n,
    differences: [],
    differenceCount: 0n,
    nextCursor: '',
  });
});

it('finds every fund that differs from the sum of its entries', async () => {
  const { pool } = running;
  await chargeSome('account-funds');
  await pool.query(
    `UPDATE ledger.account SET api_remaining = 1, cli_remaining = 499, balance_micros = balance_micros + 1,
       subscription_granted = 9, subscription_remaining = 2
     WHERE account_id = 'account-funds'`,
  );
  const of = (field: string, expected: bigint, actual: bigint) => ({
    accountId: 'account-funds',
    field,
    detail: '',
    expected,
    actual,
  });
  expect(await verify()).toMatchObject({
    differences: [
      of('api_remaining', 0n, 1n),
      of('balance_micros', 950_000n, 950_001n),
      of('cli_remaining', 500n, 499n),
      of('subscription_remaining', 0n, 2n),
    ],
    differenceCount: 4n,
  });
  await pool.query(`UPDATE ledger.account SET api_remaining = 0, cli_remaining = 500,
    balance_micros = balance_micros - 1, subscription_granted = 0, subscription_remaining = 0
    WHERE account_id = 'account-funds'`);
});

it('finds monthly totals that differ from the charges: wrong, missing, and invented ones', async () => {
  const { pool } = running;
  for (const accountId of ['account-wrong', 'account-missing']) await chargeSome(accountId);
  await pool.query(`UPDATE ledger.usage_total SET records = records + 1 WHERE account_id = 'account-wrong'`);
  await pool.query(`DELETE FROM ledger.usage_total WHERE account_id = 'account-missing'`);
  await pool.query(
    `INSERT INTO ledger.usage_total VALUES
       ('account-invented', date_trunc('month', now() AT TIME ZONE 'UTC'), 'c', 'api', 'searchSignals', 2, 0),
       ('account-earlier', '2025-01-01', 'c', 'api', 'searchSignals', 2, 0)`,
  );
  const detail = 'credential-1 api searchSignals';
  expect(await verify()).toMatchObject({
    differences: [
      {
        accountId: 'account-invented',
        field: 'requests',
        detail: 'c api searchSignals',
        expected: 0n,
        actual: 2n,
      },
      { accountId: 'account-missing', field: 'records', detail, expected: 110n, actual: 0n },
      { accountId: 'account-missing', field: 'requests', detail, expected: 1n, actual: 0n },
      { accountId: 'account-wrong', field: 'records', detail, expected: 110n, actual: 111n },
    ],
    differenceCount: 4n,
  });
});

it('lists a thousand differences and counts all', async () => {
  const { pool } = running;
  await pool.query(
    `INSERT INTO ledger.account (account_id, opened_at, api_granted, api_remaining, cli_granted, cli_remaining)
     SELECT 'made-' || n, now(), 100, 100, 500, 500 FROM generate_series(1, 800) AS n`,
  );
  const { differences, differenceCount } = await verify();
  expect(differences).toHaveLength(1_000);
  expect(differenceCount).toBe(1_604n);
  await pool.query(`DELETE FROM ledger.account WHERE account_id LIKE 'made-%'`);
});

it('reads one snapshot while charging continues', async () => {
  const { client, pool } = running;
  await pool.query('TRUNCATE ledger.account, ledger.usage_total');
  await pool.query(`ALTER TABLE ledger.entry DISABLE TRIGGER ALL; TRUNCATE ledger.entry;
    ALTER TABLE ledger.entry ENABLE TRIGGER ALL`);
  let isOver = false;
  const charging = (async () => {
    for (let round = 0; !isOver; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          client.charge(chargeOf({ accountId: `busy-${index % 7}`, records: round % 2 }), call),
        ),
      ).catch(() => undefined);
    }
  })();
  const counts: bigint[] = [];
  while (counts.length < 20 || counts.at(-1) === counts[0]) {
    const { entries, differences } = await verify();
    expect(differences).toEqual([]);
    counts.push(entries);
  }
  isOver = true;
  await charging;
});

it('answers in pages to callers that ask for them', async () => {
  const { client, pool } = running;
  await pool.query(
    `INSERT INTO ledger.account (account_id, opened_at, api_granted, api_remaining, cli_granted, cli_remaining)
     SELECT 'empty-' || n, now(), 0, 0, 0, 0 FROM generate_series(1, 700) AS n`,
  );
  const month = thisMonth();
  const page = (cursor: string) => client.verifyLedger({ month, page: { cursor, isFull: false } }, call);
  const first = await page('');
  expect(first).toMatchObject({ accounts: 500n, differences: [] });
  expect(await page(first.nextCursor)).toMatchObject({ accounts: 207n, differences: [], nextCursor: '' });
  expect(await verify()).toMatchObject({ accounts: 707n, differences: [], nextCursor: '' });
  await expect(page('elsewhere')).rejects.toMatchObject({ code: 'invalid_parameter' });
  await pool.query(`DELETE FROM ledger.account WHERE account_id LIKE 'empty-%'`);
});

it('stops when its caller stops waiting', async () => {
  const { client, pool } = running;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE ledger.account IN ACCESS EXCLUSIVE MODE');
    await expect(
      client.verifyLedger({ month: thisMonth(), page: undefined }, { ...call, timeoutMs: 300 }),
    ).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

it('refuses an invalid month', async () => {
  await expect(running.client.verifyLedger({ month: '', page: undefined }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'month' }],
  });
});
