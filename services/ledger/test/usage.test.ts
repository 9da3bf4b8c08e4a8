import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, rowsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const thisMonth = () => new Date().toISOString().slice(0, 7);

it('creates an unknown account once, with its grants as entries', async () => {
  const { client, pool } = running;
  const accountId = 'account-new';
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => client.getUsage({ accountId, month: '' }, call)),
  );
  for (const response of responses) {
    expect(response).toEqual({
      month: thisMonth(),
      requests: 0n,
      records: 0n,
      byOperation: [],
      api: { granted: 100n, used: 0n, remaining: 100n },
      cli: { granted: 500n, used: 0n, remaining: 500n },
      web: { granted: 10n, used: 0n, remaining: 10n },
      balanceMicros: 0n,
      balanceRecords: 0n,
      subscription: undefined,
      prepaidUse: { cli: false, web: false },
      plan: undefined,
    });
  }
  expect(await rowsOf(pool, `SELECT kind FROM ledger.entry WHERE account_id = $1`, [accountId])).toEqual([
    { kind: 'grant' },
  ]);
  expect(await unbalancedAccounts(pool)).toEqual([]);
});

it('sums requests and records by operation, over credentials and channels, including empty ones', async () => {
  const { client } = running;
  const accountId = 'account-used';
  const searches = [
    chargeOf({ accountId, records: 50 }),
    chargeOf({ accountId, records: 0 }),
    chargeOf({ accountId, records: 5, credentialId: 'credential-2' }),
    chargeOf({ accountId, records: 7, channel: ledger.Channel.CLI }),
  ];
  const company = chargeOf({ accountId, records: 1, operation: 'getCompany', mode: ledger.Mode.UNSPECIFIED });
  await Promise.all([...searches, company].map((charge) => client.charge(charge, call)));
  expect(await client.getUsage({ accountId, month: thisMonth() }, call)).toMatchObject({
    requests: 5n,
    records: 63n,
    byOperation: [
      { operation: 'getCompany', requests: 1n, records: 1n },
      { operation: 'searchSignals', requests: 4n, records: 62n },
    ],
    api: { granted: 100n, used: 56n, remaining: 44n },
    cli: { granted: 500n, used: 7n, remaining: 493n },
  });
});

it('reports what the balance pays for', async () => {
  const { client } = running;
  const accountId = 'account-balance';
  await client.credit({ accountId, micros: 9_754_999n, reference: '', reason: '' }, call);
  expect(await client.getUsage({ accountId, month: '' }, call)).toMatchObject({
    balanceMicros: 9_754_999n,
    balanceRecords: 1_950n,
  });
});

it('separates months', async () => {
  const { client, pool } = running;
  const accountId = 'account-months';
  await client.charge(chargeOf({ accountId }), call);
  await pool.query(`UPDATE ledger.usage_total SET month = '2026-01-01' WHERE account_id = $1`, [accountId]);
  await client.charge(chargeOf({ accountId, records: 3 }), call);
  expect(await client.getUsage({ accountId, month: '2026-01' }, call)).toMatchObject({
    month: '2026-01',
    records: 10n,
  });
  expect(await client.getUsage({ accountId, month: '' }, call)).toMatchObject({
    month: thisMonth(),
    records: 3n,
  });
  expect(await client.getUsage({ accountId, month: '2025-12' }, call)).toMatchObject({
    records: 0n,
    byOperation: [],
  });
});

it.each(['2026-13', '2026-00', '2026', '0000-01', 'now', '2026-1', '2026-01-01'])(
  'rejects %j as a month',
  async (month) => {
    await expect(running.client.getUsage({ accountId: 'account-1', month }, call)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'month' }],
    });
  },
);
