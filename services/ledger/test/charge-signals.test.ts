import { type ledger } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import fc from 'fast-check';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  fundsOf,
  newAccountId,
  richAccount,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
  wrongBudgets,
  type LedgerClient,
} from './support/ledger';

const running = startBeforeAll(() => startTestLedger({ BATCHER_SHARDS: '1' }));
const peer = startBeforeAll(() => running.startPeer());

type Asked = Partial<ledger.ChargeRequest> & Partial<Omit<ledger.ChargeSignalsRequest, 'charge'>>;

function requestOf(
  accountId: string,
  signalIds: readonly (string | number)[],
  { budget, maxRecords, ...charge }: Asked = {},
): ledger.ChargeSignalsRequest {
  return {
    charge: chargeOf({ accountId, operation: 'getChanges', ...charge }),
    signalIds: signalIds.map(String),
    budget,
    maxRecords,
  };
}

/** Number of new signals, or the code of the refusal. */
async function receive(
  request: ledger.ChargeSignalsRequest,
  client: LedgerClient = running.client,
): Promise<number | string> {
  try {
    return (await client.chargeSignals(request, call)).chargedRecords;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const heldBy = async (accountId: string) =>
  (
    await rowsOf(
      running.pool,
      'SELECT signal_id FROM ledger.received_signal WHERE account_id = $1 ORDER BY signal_id',
      [accountId],
    )
  ).map(({ signal_id: id }) => id);

const usageOf = async (accountId: string) => {
  const { requests, records } = await running.client.getUsage({ accountId, month: '' }, call);
  return { requests: Number(requests), records: Number(records) };
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('charges for a signal the first time an account gets it, by whatever route', async () => {
  const accountId = await richAccount(running);
  expect(await receive(requestOf(accountId, [1, 2, 3]))).toBe(3);
  expect(await receive(requestOf(accountId, [2, 3, 4], { operation: 'deliverWebhook' }))).toBe(1);
  expect(await receive(requestOf(accountId, [4, 1], { credentialId: 'credential-2' }), peer)).toBe(0);
  expect(await receive(requestOf(accountId, []))).toBe(0);
  expect(await receive(requestOf(accountId, [9, 9, 9]))).toBe(1);
  expect(await heldBy(accountId)).toEqual(['1', '2', '3', '4', '9']);
  // A free response still counts as a request.
  expect(await usageOf(accountId)).toEqual({ requests: 5, records: 5 });
  expect(await receive(requestOf(await richAccount(running), [1, 2, 3]))).toBe(3);
});

it("ignores the request's records, and handles the largest id", async () => {
  const accountId = await richAccount(running);
  const largest = '9999999999999999999';
  expect(await receive(requestOf(accountId, [largest, 1], { records: 7_000 }))).toBe(2);
  expect(await heldBy(accountId)).toEqual(['1', largest]);
  expect(await usageOf(accountId)).toEqual({ requests: 1, records: 2 });
});

it('charges once for each signal in parallel requests to two processes', async () => {
  const accountId = await richAccount(running);
  const charged = await Promise.all(
    range(0, 79).map((n) =>
      receive(requestOf(accountId, range(1 + (n % 20), 31 + (n % 20))), n % 2 === 0 ? running.client : peer),
    ),
  );
  expect(charged.reduce<number>((sum, records) => sum + Number(records), 0)).toBe(50);
  expect(await heldBy(accountId)).toEqual(range(1, 50).map(String));
  expect(await usageOf(accountId)).toEqual({ requests: 80, records: 50 });
});

it('returns the first response to a repeated charge', async () => {
  const accountId = await richAccount(running);
  const request = requestOf(accountId, [1, 2, 3]);
  const [first, again] = await Promise.all([
    running.client.chargeSignals(request, call),
    peer.chargeSignals(request, call),
  ]);
  expect(first.chargedRecords).toBe(3);
  expect(again).toEqual(first);
  await receive(requestOf(accountId, [4, 5]));
  expect(await running.client.chargeSignals(request, call)).toEqual(first);
  expect(await receive({ ...request, signalIds: ['1', '2', '7'] })).toBe('invalid_parameter');
  expect(await usageOf(accountId)).toEqual({ requests: 2, records: 5 });
});

it('charges and records nothing when there are not enough records', async () => {
  const accountId = newAccountId();
  expect(await receive(requestOf(accountId, range(1, 98)))).toBe(98);
  const before = await fundsOf(running.pool, accountId);
  expect(await receive(requestOf(accountId, range(97, 101)))).toBe('insufficient_records');
  expect(await fundsOf(running.pool, accountId)).toEqual(before);
  expect(await heldBy(accountId)).toHaveLength(98);
  expect(await receive(requestOf(accountId, range(1, 100)))).toBe(2);
  expect(await receive(requestOf(accountId, range(1, 100)))).toBe(0);
});

it("reports a response's cost in records, not its number of signals", async () => {
  const accountId = newAccountId();
  await receive(requestOf(accountId, range(1, 99)));
  await expect(
    running.client.chargeSignals(requestOf(accountId, range(98, 101)), call),
  ).rejects.toMatchObject({
    publicText: expect.stringContaining('This response costs 2 records') as string,
  });
  await expect(
    running.client.chargeSignals(requestOf(accountId, range(98, 101), { maxRecords: 1 }), call),
  ).rejects.toMatchObject({
    code: 'budget_reached',
    publicText:
      'This response costs 2 records, and X-Max-Records allows 1. Ask for at most 1 with "limit", or raise it.',
  });
});

it('counts new signals against a maximum, a budget, and a cap', async () => {
  const accountId = await richAccount(running);
  expect(await receive(requestOf(accountId, [1, 2, 3], { maxRecords: 2 }))).toBe('budget_reached');
  expect(await heldBy(accountId)).toEqual([]);
  expect(await receive(requestOf(accountId, [1, 2], { maxRecords: 2 }))).toBe(2);
  expect(await receive(requestOf(accountId, [1, 2, 3], { maxRecords: 1 }))).toBe(1);
  expect(await receive(requestOf(accountId, [1, 2, 3], { maxRecords: 0 }))).toBe(0);

  const budget = { id: 'run', records: 3 };
  const bounded = requestOf(accountId, [1, 2, 3, 4, 5], { budget });
  expect(await running.client.chargeSignals(bounded, call)).toMatchObject({
    chargedRecords: 2,
    budgetRemainingRecords: 1n,
  });
  expect(await receive(requestOf(accountId, [6, 7], { budget }))).toBe('budget_reached');
  expect(await receive(requestOf(accountId, [5, 6], { budget }))).toBe(1);

  const capped = { credentialId: 'capped', monthlyCapRecords: 2n };
  expect(await receive(requestOf(accountId, [1, 10, 11, 12], capped))).toBe('key_cap_reached');
  expect(await receive(requestOf(accountId, [1, 10, 11], capped))).toBe(2);
  const shared = { credentialId: 'next', monthlyCapRecords: 3n, lineageId: 'capped' };
  expect(await receive(requestOf(accountId, [12, 13], shared))).toBe('key_cap_reached');
  expect(await receive(requestOf(accountId, [12], shared))).toBe(1);
  const usedUp = { ...shared, monthlyCapRecords: 2n };
  expect(await receive(requestOf(accountId, [13], usedUp))).toBe('key_cap_reached');
  expect(await running.client.chargeSignals(requestOf(accountId, [12], usedUp), call)).toMatchObject({
    chargedRecords: 0,
    remainingRecords: 0n,
  });
});

it('stores the response with the charge, under a key that the charge still holds', async () => {
  const accountId = await richAccount(running);
  const key = beginOf({ credentialId: 'credential-1', idempotencyKey: 'key-of-changes' });
  const { claim } = await running.client.begin(key, call);
  const idempotency = { idempotencyKey: key.idempotencyKey, claim, response: responseOf('{"a":1}') };
  expect(await receive(requestOf(accountId, [1, 2], { idempotency }))).toBe(2);
  const replay = await running.client.begin(key, call);
  expect(replay.response?.body.toString()).toBe('{"a":1}');
  // Another request with the same key, whose claim is gone, charges and records nothing.
  expect(await receive(requestOf(accountId, [3], { idempotency }))).toBe('idempotency_in_progress');
  expect(await heldBy(accountId)).toEqual(['1', '2']);
});

it('reverts the signals of a voided charge, and no others', async () => {
  const accountId = await richAccount(running);
  await receive(requestOf(accountId, [1, 2]));
  const request = requestOf(accountId, [2, 3, 4]);
  await receive(request);
  await running.client.voidCharge(request.charge!, call);
  expect(await heldBy(accountId)).toEqual(['1', '2']);
  expect(await receive(requestOf(accountId, [2, 3]))).toBe(1);
  const late = requestOf(accountId, [8]);
  await running.client.voidCharge(late.charge!, call);
  expect(await receive(late)).toBe('invalid_parameter');
  expect(await heldBy(accountId)).toEqual(['1', '2', '3']);
  expect(await usageOf(accountId)).toEqual({ requests: 2, records: 3 });
});

it('refuses an invalid charge of signals', async () => {
  const issuesOf = (request: ledger.ChargeSignalsRequest) =>
    running.client.chargeSignals(request, call).then(
      () => [],
      (error: { issues: { parameter: string }[] }) => error.issues.map(({ parameter }) => parameter),
    );
  expect(await issuesOf(requestOf('account-refused', ['0']))).toEqual(['signal_ids']);
  expect(await issuesOf(requestOf('account-refused', ['12345678901234567890']))).toEqual(['signal_ids']);
  expect(await issuesOf(requestOf('account-refused', range(1, 1_001)))).toEqual(['signal_ids']);
  expect(await issuesOf({ ...requestOf('account-refused', ['x']), charge: undefined })).toContain(
    'signal_ids',
  );
  const budget = { id: '', records: 0 };
  expect(await issuesOf(requestOf('account-refused', [1], { budget }))).toEqual([
    'budget.id',
    'budget.records',
  ]);
  expect(await rowsOf(running.pool, `SELECT FROM ledger.entry WHERE account_id = 'account-refused'`)).toEqual(
    [],
  );
});

it('charges each signal once in any order of charges, refusals, repeats, and voids', async () => {
  const step = fc.record({
    what: fc.constantFrom('charge', 'charge', 'charge', 'repeat', 'void'),
    ids: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
    maxRecords: fc.constantFrom(undefined, undefined, 5),
    budget: fc.constantFrom(undefined, { id: 'a', records: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 4 }), async (batches) => {
      const accountId = await richAccount(running);
      const sent: ledger.ChargeSignalsRequest[] = [];
      for (const batch of batches) {
        const earlier = [...sent];
        await Promise.all(
          batch.map(async ({ what, ids, ...bounds }, index) => {
            const client = index % 2 === 0 ? running.client : peer;
            const before = earlier[index];
            if (what === 'repeat' && before) return receive(before, client);
            if (what === 'void' && before) return client.voidCharge(before.charge!, call);
            const next = requestOf(accountId, ids, bounds);
            sent.push(next);
            return receive(next, client);
          }),
        );
      }
      // Each held signal was charged once; voided ones are not held.
      expect(await heldBy(accountId)).toHaveLength((await usageOf(accountId)).records);
    }),
    { numRuns: 30 },
  );
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  expect(await wrongBudgets(running.pool)).toEqual([]);
});

describe('time', () => {
  /** Moves an account's received signals into the past. */
  const age = (accountId: string, by: string) =>
    running.pool.query('UPDATE ledger.received_signal SET at = now() - $2::interval WHERE account_id = $1', [
      accountId,
      by,
    ]);

  it('charges for a signal again after 30 days', async () => {
    const accountId = await richAccount(running);
    await receive(requestOf(accountId, [1, 2]));
    await age(accountId, '29 days 23 hours 59 minutes');
    expect(await receive(requestOf(accountId, [1, 2]))).toBe(0);
    await age(accountId, '30 days');
    expect(await receive(requestOf(accountId, [1]))).toBe(1);
    expect(await receive(requestOf(accountId, [1, 2]))).toBe(1);
    expect(await heldBy(accountId)).toEqual(['1', '2']);
  });

  it('removes expired signals in batches, and keeps the others', async () => {
    const accountId = await richAccount(running);
    await running.pool.query(
      `INSERT INTO ledger.received_signal (account_id, signal_id, at, event_id)
       SELECT $1, n, now() - interval '30 days', gen_random_uuid() FROM generate_series(1, 2500) AS n
       UNION ALL SELECT $1, 3000, now() - interval '29 days', gen_random_uuid()`,
      [accountId],
    );
    await running.startPeer({ IDEMPOTENCY_CLEANUP_INTERVAL_MS: '100' });
    await waitFor(async () => (await heldBy(accountId)).length <= 1);
    expect(await heldBy(accountId)).toEqual(['3000']);
  });
});
