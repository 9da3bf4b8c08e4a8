import { ledger } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import fc from 'fast-check';
import {
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

/** Records left in the budget after a charge, or the code of its refusal. */
async function spend(
  accountId: string,
  records: number,
  budget: Partial<ledger.Budget> = {},
  { client = running.client, ...more }: Partial<ledger.ChargeRequest> & { client?: LedgerClient } = {},
): Promise<bigint | string> {
  try {
    const response = await client.chargeWithinBudget(
      { charge: chargeOf({ accountId, records, ...more }), budget: { id: 'run', records: 100, ...budget } },
      call,
    );
    return response.budgetRemainingRecords;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const usedOf = async (accountId: string, budgetId = 'run') =>
  (await running.client.getBudget({ accountId, budgetId }, call)).usedRecords;

it('charges up to the budget and no further', async () => {
  const accountId = await richAccount(running);
  expect(await spend(accountId, 60)).toBe(40n);
  const before = await fundsOf(running.pool, accountId);
  expect(await spend(accountId, 41)).toBe('budget_reached');
  expect(await fundsOf(running.pool, accountId)).toEqual(before);
  expect(await usedOf(accountId)).toBe(60n);
  expect(await spend(accountId, 40)).toBe(0n);
  expect(await spend(accountId, 1)).toBe('budget_reached');
  // A free request fits even if an earlier one allowed more.
  expect(await spend(accountId, 0)).toBe(0n);
  expect(await spend(accountId, 0, { records: 10 })).toBe(0n);
});

it("reports the response's cost, what is used, and what can still be requested", async () => {
  const accountId = await richAccount(running);
  await spend(accountId, 80);
  const refused = running.client.chargeWithinBudget(
    { charge: chargeOf({ accountId, records: 50 }), budget: { id: 'run', records: 100 } },
    call,
  );
  await expect(refused).rejects.toMatchObject({
    publicText:
      'This response costs 50 records, and 80 of the 100 records of the budget "run" are used. Ask for at most 20 with "limit", or raise X-Budget-Records.',
  });
});

it('checks each request against its own maximum', async () => {
  const accountId = await richAccount(running);
  expect(await spend(accountId, 60, { records: 1_000 })).toBe(940n);
  expect(await spend(accountId, 1, { records: 60 })).toBe('budget_reached');
  expect(await spend(accountId, 1, { records: 61 })).toBe(0n);
  expect(await spend(accountId, 39, { records: 100 })).toBe(0n);
});

it('belongs to the account: shared by all of its keys and sessions only', async () => {
  const accountId = await richAccount(running);
  expect(await spend(accountId, 30, {}, { credentialId: 'key-1' })).toBe(70n);
  expect(await spend(accountId, 30, {}, { credentialId: 'key-2', operation: 'getCompany' })).toBe(40n);
  expect(await spend(accountId, 30, {}, { credentialId: 'session', channel: ledger.Channel.CLI })).toBe(10n);
  expect(await spend(accountId, 11, {}, { client: peer })).toBe('budget_reached');
  expect(await spend(await richAccount(running), 100)).toBe(0n);
  expect(await spend(accountId, 100, { id: 'run-2' })).toBe(0n);
  expect(await spend(accountId, 100, { id: 'RUN' })).toBe(0n);
  expect(await usedOf(accountId)).toBe(90n);
});

it('does not affect charges without a budget', async () => {
  const accountId = await richAccount(running);
  await spend(accountId, 100);
  await running.client.charge(chargeOf({ accountId, records: 500 }), call);
  expect(await usedOf(accountId)).toBe(100n);
});

it('holds under parallel requests to two processes', async () => {
  const accountId = await richAccount(running);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      spend(accountId, 10, { records: 355 }, { client: index % 2 === 0 ? running.client : peer }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'budget_reached')).toHaveLength(65);
  const left = outcomes.filter((outcome) => typeof outcome === 'bigint');
  // Each charge saw a different remainder.
  expect(left.sort((a, b) => Number(b - a))).toEqual(
    Array.from({ length: 35 }, (_, index) => BigInt(345 - 10 * index)),
  );
  expect(await usedOf(accountId)).toBe(350n);
});

it('settles a batch in order: one that is too large does not block smaller ones', async () => {
  const { client } = running;
  const accountId = await richAccount(running);
  const mixed = await Promise.all([
    spend(accountId, 40),
    spend(accountId, 70),
    spend(accountId, 50),
    spend(accountId, 7, { id: 'other' }),
    client.charge(chargeOf({ accountId, records: 9 }), call).then(() => 'unbounded'),
    spend(accountId, 10),
    spend(accountId, 1),
    spend(accountId, 0),
  ]);
  expect(mixed).toEqual([60n, 'budget_reached', 10n, 93n, 'unbounded', 0n, 'budget_reached', 0n]);
});

it('holds where charges are settled one by one: unknown accounts, caps, two funds for the command line', async () => {
  const { client } = running;
  expect(
    await Promise.all([50, 45, 40].map((records) => spend('account-unknown', records, { records: 90 }))),
  ).toEqual([40n, 'budget_reached', 0n]);
  const accountId = await richAccount(running);
  const capped = { monthlyCapRecords: 50n };
  expect(await spend(accountId, 30, {}, capped)).toBe(70n);
  expect(await spend(accountId, 30, {}, capped)).toBe('key_cap_reached');
  const shared = { monthlyCapRecords: 100n, lineageId: 'key-0', credentialId: 'key-9' };
  expect(await spend(accountId, 60, {}, shared)).toBe(10n);
  expect(await spend(accountId, 20, {}, shared)).toBe('budget_reached');
  await client.setPrepaidUse({ accountId, cli: true }, call);
  expect(await spend(accountId, 11, {}, { channel: ledger.Channel.CLI })).toBe('budget_reached');
  expect(await spend(accountId, 10, {}, { channel: ledger.Channel.CLI })).toBe(0n);
});

it('counts a repeated charge once, and reports what is currently left', async () => {
  const { client } = running;
  const accountId = await richAccount(running);
  const request = { charge: chargeOf({ accountId, records: 30 }), budget: { id: 'run', records: 100 } };
  const [first, again] = await Promise.all([
    client.chargeWithinBudget(request, call),
    peer.chargeWithinBudget(request, call),
  ]);
  expect([first, again]).toMatchObject([{ budgetRemainingRecords: 70n }, { budgetRemainingRecords: 70n }]);
  await spend(accountId, 70);
  expect(await client.chargeWithinBudget(request, call)).toEqual({
    remainingRecords: first.remainingRecords,
    budgetRemainingRecords: 0n,
    receipt: first.receipt,
  });
  expect(await usedOf(accountId)).toBe(100n);
});

it('regains a voided charge once', async () => {
  const { client } = running;
  const accountId = await richAccount(running);
  const charge = chargeOf({ accountId, records: 100 });
  await client.chargeWithinBudget({ charge, budget: { id: 'run', records: 100 } }, call);
  const { eventId, credentialId } = charge;
  await client.voidCharge({ eventId, accountId, credentialId }, call);
  await client.voidCharge({ eventId, accountId, credentialId }, call);
  expect(await usedOf(accountId)).toBe(0n);
  expect(await spend(accountId, 100)).toBe(0n);
  const late = chargeOf({ accountId, records: 10 });
  await client.voidCharge({ eventId: late.eventId, accountId, credentialId }, call);
  expect(await spend(accountId, 10, { records: 1_000 }, late)).toBe('invalid_parameter');
  expect(await usedOf(accountId)).toBe(100n);
});

it('refuses an invalid budget', async () => {
  const charge = chargeOf({ accountId: 'account-refused' });
  const issuesOf = (budget: ledger.Budget | undefined) =>
    running.client.chargeWithinBudget({ charge: { ...charge, records: 10_001 }, budget }, call).then(
      () => [],
      (error: { issues: { parameter: string }[] }) => error.issues.map(({ parameter }) => parameter),
    );
  const both = ['budget.id', 'budget.records', 'records'];
  expect(await issuesOf(undefined)).toEqual(both);
  expect(await issuesOf({ id: 'a b', records: 0 })).toEqual(both);
  expect(await issuesOf({ id: 'a'.repeat(65), records: 1_000_001 })).toEqual(both);
  expect(await issuesOf({ id: 'a'.repeat(64), records: 1_000_000 })).toEqual(['records']);
  expect(await rowsOf(running.pool, `SELECT FROM ledger.entry WHERE account_id = 'account-refused'`)).toEqual(
    [],
  );
});

it('adds up after any order of charges, refusals, repeats, and voids', async () => {
  const { client, pool } = running;
  const step = fc.record({
    what: fc.constantFrom('charge', 'charge', 'charge', 'repeat', 'void'),
    records: fc.nat(40),
    id: fc.constantFrom('a', 'b', undefined),
    maximum: fc.integer({ min: 1, max: 150 }),
    cap: fc.constantFrom(0n, 0n, 60n),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 4 }), async (batches) => {
      const accountId = newAccountId();
      const sent: { charge: ledger.ChargeRequest; budget: ledger.Budget | undefined }[] = [];
      const charge = ({ charge, budget }: (typeof sent)[number]) =>
        budget ? client.chargeWithinBudget({ charge, budget }, call) : client.charge(charge, call);
      for (const batch of batches) {
        const earlier = [...sent];
        await Promise.allSettled(
          batch.map(({ what, records, id, maximum, cap }, index) => {
            const before = earlier[index];
            if (what !== 'charge' && before) {
              return what === 'repeat' ? charge(before) : client.voidCharge(before.charge, call);
            }
            const next = {
              charge: chargeOf({ accountId, records, monthlyCapRecords: cap }),
              budget: id === undefined ? undefined : { id, records: maximum },
            };
            sent.push(next);
            return charge(next);
          }),
        );
      }
      for (const id of ['a', 'b']) {
        const largest = Math.max(
          0,
          ...sent.flatMap(({ budget }) => (budget?.id === id ? budget.records : [])),
        );
        expect(Number(await usedOf(accountId, id))).toBeLessThanOrEqual(largest);
      }
      expect(await wrongBudgets(pool)).toEqual([]);
    }),
    { numRuns: 30 },
  );
  expect(await unbalancedAccounts(pool)).toEqual([]);
});

describe('time', () => {
  /** Moves charges under an account's budgets into the past. */
  const age = (accountId: string, by: string) =>
    running.pool.query(
      `UPDATE ledger.budget_hour SET hour = date_trunc('hour', now(), 'UTC') - $2::interval WHERE account_id = $1`,
      [accountId, by],
    );

  it('counts the last 30 days, in whole hours', async () => {
    const accountId = await richAccount(running);
    await spend(accountId, 60);
    await age(accountId, '720 hours');
    expect(await usedOf(accountId)).toBe(60n);
    expect(await spend(accountId, 50)).toBe('budget_reached');
    expect(await spend(accountId, 40)).toBe(0n);
    await running.pool.query(
      `UPDATE ledger.budget_hour SET hour = hour - interval '721 hours' WHERE account_id = $1 AND records = 60`,
      [accountId],
    );
    expect(await spend(accountId, 60)).toBe(0n);
    expect(await spend(accountId, 1)).toBe('budget_reached');
  });

  it('removes expired hours in batches, and keeps the others', async () => {
    const accountId = await richAccount(running);
    await spend(accountId, 5);
    await running.pool.query(
      `INSERT INTO ledger.budget_hour (account_id, budget_id, hour, records)
       SELECT $1, 'old-' || n, date_trunc('hour', now(), 'UTC') - interval '721 hours', 1 FROM generate_series(1, 2500) AS n
       UNION ALL SELECT $1, 'young', date_trunc('hour', now(), 'UTC') - interval '719 hours', 1`,
      [accountId],
    );
    await running.startPeer({ IDEMPOTENCY_CLEANUP_INTERVAL_MS: '100' });
    const left = () =>
      rowsOf(running.pool, 'SELECT budget_id FROM ledger.budget_hour WHERE account_id = $1 ORDER BY 1', [
        accountId,
      ]);
    await waitFor(async () => (await left()).length <= 2);
    expect(await left()).toEqual([{ budget_id: 'run' }, { budget_id: 'young' }]);
  });
});
