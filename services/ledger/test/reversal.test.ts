import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, fundsOf, rowsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});

const reverse = (entryId: string, reason = 'made by mistake') =>
  running.client.reverseEntry({ entryId, reason }, call);

async function charge(accountId: string, records: number, more = {}): Promise<string> {
  const request = chargeOf({ accountId, records, ...more });
  await running.client.charge(request, call);
  return request.eventId;
}

async function credit(accountId: string, micros: bigint, reference = ''): Promise<string> {
  await running.client.credit({ accountId, micros, reference, reason: '' }, call);
  const [row] = await rowsOf(
    running.pool,
    `SELECT entry_id::text AS id FROM ledger.entry WHERE account_id = $1 AND kind = 'credit'
     ORDER BY position DESC LIMIT 1`,
    [accountId],
  );
  return String(row!.id);
}

const subscribe = (accountId: string, cliRecords: bigint, seconds = 3600) =>
  running.client.startSubscription(
    { accountId, cliRecords, periodEnd: new Date(Date.now() + seconds * 1000) },
    call,
  );

it('returns a charge to the funds it was taken from', async () => {
  const accountId = 'account-split';
  await credit(accountId, 1_000_000n);
  await charge(accountId, 70);
  const entryId = await charge(accountId, 50);
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ api: 0, micros: 900_000 });
  const reversal = await reverse(entryId, 'the data was wrong');
  expect(reversal).toMatchObject({
    accountId,
    kind: 'reversal',
    apiRecords: 30n,
    cliRecords: 0n,
    subscriptionRecords: 0n,
    balanceMicros: 100_000n,
    reason: 'the data was wrong',
    reversesEntryId: entryId,
    credentialId: '',
  });
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ api: 30, micros: 1_000_000 });
});

it('reverses an entry once, even when requested many times at once at two processes', async () => {
  const accountId = 'account-once';
  const entryId = await charge(accountId, 10);
  const reversals = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? running.client : peer).reverseEntry({ entryId, reason: `attempt ${index}` }, call),
    ),
  );
  expect(new Set(reversals.map(({ id }) => id)).size).toBe(1);
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ api: 100 });
});

it('keeps returned records in the usage totals, and publishes nothing', async () => {
  const accountId = 'account-usage';
  await reverse(await charge(accountId, 10));
  expect(await running.client.getUsage({ accountId, month: '' }, call)).toMatchObject({
    requests: 1n,
    records: 10n,
    api: { remaining: 100n },
  });
  expect(await rowsOf(running.pool, 'SELECT FROM ledger.outbox WHERE key = $1', [accountId])).toHaveLength(1);
});

it('returns subscription records while their period runs', async () => {
  const accountId = 'account-period';
  await subscribe(accountId, 100n);
  const entryId = await charge(accountId, 40, { channel: ledger.Channel.CLI });
  expect((await reverse(entryId)).subscriptionRecords).toBe(40n);
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ subscription: 100, cli: 500 });
});

it('returns nothing for an ended period', async () => {
  const accountId = 'account-over';
  await subscribe(accountId, 100n);
  const entryId = await charge(accountId, 40, { channel: ledger.Channel.CLI });
  await running.pool.query('UPDATE ledger.account SET subscription_ends_at = now() WHERE account_id = $1', [
    accountId,
  ]);
  expect((await reverse(entryId)).subscriptionRecords).toBe(0n);
});

it("does not add an earlier period's records to the current one", async () => {
  const accountId = 'account-next-period';
  await subscribe(accountId, 100n);
  const entryId = await charge(accountId, 40, { channel: ledger.Channel.CLI });
  await subscribe(accountId, 50n, 7200);
  expect((await reverse(entryId)).subscriptionRecords).toBe(0n);
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ subscription: 50, cli: 500 });
});

it('reverses a credit whose money is still there', async () => {
  const accountId = 'account-credit';
  const entryId = await credit(accountId, 10_000_000n, 'invoice-1');
  await credit(accountId, 1_000_000n);
  expect(await reverse(entryId)).toMatchObject({ balanceMicros: -10_000_000n, reversesEntryId: entryId });
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ micros: 1_000_000 });
  // The payment was credited once; its reversal does not free its reference.
  expect(
    await running.client.credit({ accountId, micros: 10_000_000n, reference: 'invoice-1', reason: '' }, call),
  ).toMatchObject({ credited: false });
});

it('refuses to reverse a spent credit, and changes nothing', async () => {
  const accountId = 'account-spent';
  const entryId = await credit(accountId, 500_000n);
  await charge(accountId, 101);
  await expect(reverse(entryId)).rejects.toMatchObject({
    code: 'invalid_parameter',
    publicText: expect.stringContaining('is 495000 micro-dollars'),
  });
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ micros: 495_000 });
});

describe('a payment that a refund and a dispute claim', () => {
  const claims = (accountId: string) => {
    const settle = async (reference: string, micros: bigint, isReturned = false) => {
      const refund = { accountId, paymentReference: 'payment', reference, micros, isReturned, reason: '' };
      await running.client.settleRefund(refund, call);
      return (await fundsOf(running.pool, accountId)).micros;
    };
    return {
      take: (reference: string, micros = 10_000_000n) => settle(reference, micros),
      giveBack: (reference: string) => settle(reference, 1n, true),
    };
  };

  it.each([
    ['refund', 'dispute'],
    ['dispute', 'refund'],
  ])('is taken until both are given back, the %s first', async (first, second) => {
    const accountId = `account-claimed-by-${first}`;
    await credit(accountId, 10_000_000n, 'payment');
    const { take, giveBack } = claims(accountId);
    expect([await take(first), await take(second)]).toEqual([0, 0]);
    expect([await giveBack(first), await take(second)]).toEqual([0, 0]);
    expect([await giveBack(second), await take(first)]).toEqual([10_000_000, 10_000_000]);
  });

  it('is given back except for what the others claim', async () => {
    const accountId = 'account-claimed-in-part';
    await credit(accountId, 10_000_000n, 'payment');
    const { take, giveBack } = claims(accountId);
    expect([await take('a', 7_000_000n), await take('b', 4_000_000n)]).toEqual([3_000_000, 0]);
    expect(await giveBack('a')).toBe(6_000_000);
    expect(await giveBack('never-taken')).toBe(6_000_000);
    expect(await giveBack('b')).toBe(10_000_000);
  });

  it('keeps what the previous version took until that is given back', async () => {
    const accountId = 'account-claimed-before';
    const creditId = await credit(accountId, 10_000_000n, 'payment');
    await running.pool.query(
      `WITH taken AS (UPDATE ledger.account SET balance_micros = 0 WHERE account_id = $1)
       INSERT INTO ledger.entry (entry_id, account_id, kind, balance_micros, created_at, reference, of_credit_id)
       VALUES (gen_random_uuid(), $1, 'refund', -10000000, now(), 'refund', $2)`,
      [accountId, creditId],
    );
    const { take, giveBack } = claims(accountId);
    expect([await take('dispute'), await giveBack('dispute')]).toEqual([0, 0]);
    expect(await giveBack('refund')).toBe(10_000_000);
  });
});

it.each(['grant', 'subscription', 'expiry', 'reversal'])('does not reverse a %s', async (kind) => {
  const accountId = `account-no-${kind}`;
  await subscribe(accountId, 10n);
  await subscribe(accountId, 20n, 7200);
  await reverse(await charge(accountId, 1));
  const [row] = await rowsOf(
    running.pool,
    'SELECT entry_id::text AS id FROM ledger.entry WHERE account_id = $1 AND kind = $2 LIMIT 1',
    [accountId, kind],
  );
  await expect(reverse(String(row!.id))).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'entry_id' }],
  });
});

it('does not find an unknown entry', async () => {
  await expect(reverse(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
});

it.each([
  ['an invalid id', { entryId: 'x' }, 'entry_id'],
  ['no reason', { reason: '' }, 'reason'],
  ['a reason that is too long', { reason: 'x'.repeat(501) }, 'reason'],
])('refuses %s', async (_what, nonsense, parameter) => {
  await expect(
    running.client.reverseEntry({ entryId: uuidv7(), reason: 'r', ...nonsense }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter }] });
});

describe('in the database, for every writer', () => {
  const insert = (values: string, entryId: string) =>
    running.pool.query(
      `INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, reason, reverses_entry_id, api_records)
       VALUES (gen_random_uuid(), 'account-direct', ${values})`,
      [entryId],
    );

  it.each([
    ['names what it reverses', `'reversal', now(), 'r', NULLIF($1::uuid, $1::uuid), 1`],
    ['has a reason', `'reversal', now(), NULL, $1, 1`],
    ['returns records and does not charge any', `'reversal', now(), 'r', $1, -1`],
    ['has its own kind', `'grant', now(), 'r', $1, 1`],
  ])('a reversal %s', async (_what, values) => {
    await expect(insert(values, await charge('account-direct', 1))).rejects.toMatchObject({
      constraint: 'entry_reversal_is_whole',
    });
  });

  it('an entry is reversed once', async () => {
    const entryId = await charge('account-direct', 1);
    await reverse(entryId);
    await expect(insert(`'reversal', now(), 'r', $1, 1`, entryId)).rejects.toMatchObject({
      constraint: 'entry_reversed_once',
    });
  });
});
