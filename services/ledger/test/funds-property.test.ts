import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import fc from 'fast-check';
import {
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  startTestLedger,
  unbalancedAccounts,
  type LedgerClient,
} from './support/ledger';

const MICROS_A_RECORD = 5_000;

type Step =
  | { do: 'charge'; cli: boolean; records: number }
  | { do: 'repeat'; which: number }
  | { do: 'credit'; micros: number; reference: number }
  | { do: 'subscribe'; records: number }
  | { do: 'lapse' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      cli: fc.boolean(),
      records: fc.integer({ min: 0, max: 120 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(1_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      micros: fc.integer({ min: 1, max: 900_000 }),
      reference: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      records: fc.integer({ min: 1, max: 150 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lapse' as const) }) },
);

/** The rules on funds, reimplemented as plainly as possible, one record at a time. */
class Model {
  api = 100;
  cli = 500;
  micros = 0;
  subscription: number | undefined;
  /** An ended period's records: they stay in the account's row until the next period, but cannot be spent. */
  lapsed = 0;
  requests = 0;
  records = 0;
  readonly references = new Map<number, number>();

  left(isCli: boolean): number {
    if (isCli) return this.subscription ?? this.cli;
    return this.api + Math.floor(this.micros / MICROS_A_RECORD);
  }

  /** Records left after the charge; undefined if there are not enough. */
  charge(isCli: boolean, records: number): number | undefined {
    if (records > this.left(isCli)) return undefined;
    for (let record = 0; record < records; record += 1) this.takeOne(isCli);
    this.requests += 1;
    this.records += records;
    return this.left(isCli);
  }

  private takeOne(isCli: boolean): void {
    if (isCli && this.subscription !== undefined) this.subscription -= 1;
    else if (isCli) this.cli -= 1;
    else if (this.api > 0) this.api -= 1;
    else this.micros -= MICROS_A_RECORD;
  }
}

let clients: LedgerClient[];
let accounts = 0;
const running = startBeforeAll(startTestLedger);
beforeAll(async () => {
  clients = [running.client, await running.startPeer()];
});

it('follows the rules on funds, in any order of events, at either process', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      accounts += 1;
      const accountId = `account-property-${accounts}`;
      const model = new Model();
      const charged: { request: ledger.ChargeRequest; remaining: number }[] = [];
      for (const [index, action] of steps.entries()) {
        const client = clients[index % 2]!;
        if (action.do === 'charge') {
          const channel = action.cli ? ledger.Channel.CLI : ledger.Channel.API;
          const request = chargeOf({ accountId, channel, records: action.records, eventId: uuidv7() });
          const expected = model.charge(action.cli, action.records);
          const response = client.charge(request, call);
          if (expected === undefined) {
            await expect(response).rejects.toMatchObject({ code: 'insufficient_records' });
          } else {
            expect(Number((await response).remainingRecords)).toBe(expected);
            charged.push({ request, remaining: expected });
          }
        } else if (action.do === 'repeat' && charged.length > 0) {
          const { request, remaining } = charged[action.which % charged.length]!;
          expect(Number((await client.charge(request, call)).remainingRecords)).toBe(remaining);
        } else if (action.do === 'credit') {
          const before = model.references.get(action.reference);
          const response = client.credit(
            {
              accountId,
              micros: BigInt(action.micros),
              reference: `reference-${action.reference}`,
              reason: '',
            },
            call,
          );
          if (before !== undefined && before !== action.micros) {
            await expect(response).rejects.toMatchObject({ code: 'invalid_parameter' });
            continue;
          }
          if (before === undefined) model.micros += action.micros;
          model.references.set(action.reference, action.micros);
          expect(await response).toEqual({
            credited: before === undefined,
            balanceMicros: BigInt(model.micros),
          });
        } else if (action.do === 'subscribe') {
          const periodEnd = new Date(Date.now() + 3_600_000 + index);
          await client.startSubscription({ accountId, cliRecords: BigInt(action.records), periodEnd }, call);
          model.subscription = action.records;
          model.lapsed = 0;
        } else if (action.do === 'lapse' && model.subscription !== undefined) {
          await running.pool.query(
            `UPDATE ledger.account SET subscription_ends_at = now() WHERE account_id = $1`,
            [accountId],
          );
          model.lapsed = model.subscription;
          model.subscription = undefined;
        }
      }
      const usage = await clients[0]!.getUsage({ accountId, month: '' }, call);
      expect([usage.requests, usage.records].map(Number)).toEqual([model.requests, model.records]);
      expect(await fundsOf(running.pool, accountId)).toEqual({
        api: model.api,
        cli: model.cli,
        subscription: model.subscription ?? model.lapsed,
        micros: model.micros,
      });
    }),
    { numRuns: 60 },
  );
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  expect(await incompleteCharges(running.pool)).toEqual([]);
});
