import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import fc from 'fast-check';
import {
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
} from './support/ledger';

const MICROS_A_RECORD = 5_000;

interface Wish {
  cli: boolean;
  key: number;
  /** 0 for none. */
  cap: number;
  records: number;
}

type Step =
  /** Charges that arrive together. */
  | { do: 'charge'; wishes: Wish[] }
  | { do: 'credit'; micros: number }
  | { do: 'reverse'; which: number }
  | { do: 'subscribe'; records: number }
  | { do: 'lapse' };

const wish: fc.Arbitrary<Wish> = fc.record({
  cli: fc.boolean(),
  key: fc.nat(2),
  cap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 150 })),
  records: fc.integer({ min: 0, max: 60 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      wishes: fc.array(wish, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      micros: fc.integer({ min: 1, max: 900_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat(1_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      records: fc.integer({ min: 1, max: 150 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lapse' as const) }) },
);

interface Funds {
  api: number;
  cli: number;
  subscription: number;
  micros: number;
}

/** A reversible entry: its change, its period, and whether it was reversed. */
interface Reversible {
  entryId: string;
  took: Funds;
  period: number;
  isReversed: boolean;
}

/** The rules, reimplemented as plainly as possible. */
class Model {
  funds: Funds = { api: 100, cli: 500, subscription: 0, micros: 0 };
  period = 0;
  isSubscribed = false;
  readonly used = [0, 0, 0];
  readonly entries: Reversible[] = [];

  left({ cli }: Wish): number {
    if (!cli) return this.funds.api + Math.floor(this.funds.micros / MICROS_A_RECORD);
    return this.isSubscribed ? this.funds.subscription : this.funds.cli;
  }

  capLeft({ cap, key }: Wish): number {
    return cap === 0 ? Infinity : Math.max(0, cap - this.used[key]!);
  }

  /** Records left after the charge, or why it is refused. */
  charge(wanted: Wish, entryId: string): number | 'insufficient_records' | 'key_cap_reached' {
    if (wanted.records > this.left(wanted)) return 'insufficient_records';
    if (wanted.records > this.capLeft(wanted)) return 'key_cap_reached';
    const before = { ...this.funds };
    for (let record = 0; record < wanted.records; record += 1) this.takeOne(wanted.cli);
    this.used[wanted.key]! += wanted.records;
    this.entries.push({
      entryId,
      took: {
        api: before.api - this.funds.api,
        cli: before.cli - this.funds.cli,
        subscription: before.subscription - this.funds.subscription,
        micros: before.micros - this.funds.micros,
      },
      period: this.period,
      isReversed: false,
    });
    return Math.min(this.left(wanted), this.capLeft(wanted));
  }

  private takeOne(isCli: boolean): void {
    const { funds } = this;
    if (isCli && this.isSubscribed) funds.subscription -= 1;
    else if (isCli) funds.cli -= 1;
    else if (funds.api > 0) funds.api -= 1;
    else funds.micros -= MICROS_A_RECORD;
  }

  /** Whether it can be reversed; a second time changes nothing. */
  reverse(entry: Reversible): boolean {
    if (entry.isReversed) return true;
    if (this.funds.micros + entry.took.micros < 0) return false;
    entry.isReversed = true;
    this.funds.api += entry.took.api;
    this.funds.cli += entry.took.cli;
    this.funds.micros += entry.took.micros;
    if (this.isSubscribed && entry.period === this.period) this.funds.subscription += entry.took.subscription;
    return true;
  }
}

let accounts = 0;
const running = startBeforeAll(startTestLedger);

async function latestCredit(accountId: string): Promise<string> {
  const { entries } = await running.client.listEntries(
    { accountId, limit: 1, pageToken: '', kind: 'credit' },
    call,
  );
  return entries[0]!.id;
}

async function runStep(model: Model, accountId: string, action: Step, number: number): Promise<void> {
  const { client, pool } = running;
  switch (action.do) {
    case 'charge': {
      const requests = action.wishes.map((wanted) =>
        chargeOf({
          accountId,
          credentialId: `key-${wanted.key}`,
          channel: wanted.cli ? ledger.Channel.CLI : ledger.Channel.API,
          records: wanted.records,
          monthlyCapRecords: wanted.cap === 0 ? undefined : BigInt(wanted.cap),
        }),
      );
      const responses = await Promise.allSettled(requests.map((request) => client.charge(request, call)));
      responses.forEach((response, index) => {
        const expected = model.charge(action.wishes[index]!, requests[index]!.eventId);
        const actual =
          response.status === 'fulfilled'
            ? Number(response.value.remainingRecords)
            : (response.reason as { code: string }).code;
        expect(actual).toBe(expected);
      });
      return;
    }
    case 'credit':
      await client.credit({ accountId, micros: BigInt(action.micros), reference: '', reason: '' }, call);
      model.funds.micros += action.micros;
      model.entries.push({
        entryId: await latestCredit(accountId),
        took: { api: 0, cli: 0, subscription: 0, micros: -action.micros },
        period: 0,
        isReversed: false,
      });
      return;
    case 'reverse': {
      const entry = model.entries[action.which % model.entries.length];
      if (!entry) return;
      const response = client.reverseEntry({ entryId: entry.entryId, reason: 'property' }, call);
      if (model.reverse(entry))
        expect(await response).toMatchObject({ kind: 'reversal', reversesEntryId: entry.entryId });
      else await expect(response).rejects.toMatchObject({ code: 'invalid_parameter' });
      return;
    }
    case 'subscribe':
      await client.startSubscription(
        {
          accountId,
          cliRecords: BigInt(action.records),
          periodEnd: new Date(Date.now() + 3_600_000 + number),
        },
        call,
      );
      model.period += 1;
      model.isSubscribed = true;
      model.funds.subscription = action.records;
      return;
    case 'lapse':
      if (!model.isSubscribed) return;
      await pool.query('UPDATE ledger.account SET subscription_ends_at = now() WHERE account_id = $1', [
        accountId,
      ]);
      model.isSubscribed = false;
  }
}

it('keeps funds, caps, and reversals according to the rules, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      accounts += 1;
      const accountId = `account-property-${accounts}`;
      const model = new Model();
      await running.client.getUsage({ accountId, month: '' }, call);
      for (const [number, action] of steps.entries()) {
        await runStep(model, accountId, action, number);
        expect(await fundsOf(running.pool, accountId)).toEqual(model.funds);
      }
      const usage = await running.client.listCredentialUsage({ accountId, month: '' }, call);
      for (const { credentialId, records } of usage.credentials) {
        expect(Number(records)).toBe(model.used[Number(credentialId.at(-1))]);
      }
    }),
    { numRuns: 60 },
  );
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  expect(await incompleteCharges(running.pool)).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  expect(await running.client.verifyLedger({ month, page: undefined }, call)).toMatchObject({
    differenceCount: 0n,
  });
  // The generator reaches the cases it is meant for.
  const [reached] = await rowsOf(
    running.pool,
    `SELECT count(*) FILTER (WHERE kind = 'reversal')::int > 20 AS reversals,
       count(*) FILTER (WHERE kind = 'charge' AND prepaid_records > 0)::int > 20 AS prepaid FROM ledger.entry`,
  );
  expect(reached).toEqual({ reversals: true, prepaid: true });
});
