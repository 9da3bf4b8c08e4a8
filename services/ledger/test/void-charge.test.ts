import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import fc from 'fast-check';
import { call, chargeOf, fundsOf, rowsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  const { differences } = await running.client.verifyLedger({ month: thisMonth(), page: undefined }, call);
  expect(differences).toEqual([]);
});

const thisMonth = () => new Date().toISOString().slice(0, 7);
const voidOf = ({ eventId, accountId, credentialId }: ledger.ChargeRequest): ledger.VoidChargeRequest => ({
  eventId,
  accountId,
  credentialId,
});
const usageOf = (accountId: string) => running.client.getUsage({ accountId, month: '' }, call);

it('reverts a charge and its monthly totals, to every fund that paid, once', async () => {
  const { client } = running;
  const accountId = 'account-taken';
  await client.credit({ accountId, micros: 1_000_000n, reference: '', reason: '' }, call);
  await client.charge(chargeOf({ accountId, records: 70 }), call);
  const before = { funds: await fundsOf(running.pool, accountId), usage: await usageOf(accountId) };
  const charge = chargeOf({ accountId, records: 50, operation: 'getCompany' });
  await client.charge(charge, call);
  expect(await client.voidCharge(voidOf(charge), call)).toEqual({ wasCharged: true });
  expect(await client.voidCharge(voidOf(charge), call)).toEqual({ wasCharged: false });
  expect(await peer.voidCharge(voidOf(charge), call)).toEqual({ wasCharged: false });
  expect({ funds: await fundsOf(running.pool, accountId), usage: await usageOf(accountId) }).toEqual(before);
  const { entries } = await client.listEntries({ accountId, limit: 1, pageToken: '', kind: '' }, call);
  expect(entries).toMatchObject([
    { kind: 'void', apiRecords: 30n, balanceMicros: 100_000n, reversesEntryId: charge.eventId },
  ]);
  // The void's event follows those of the charges.
  const waiting = await rowsOf(
    running.pool,
    `SELECT kind FROM ledger.outbox JOIN ledger.entry ON entry_id = event_id WHERE key = $1 ORDER BY outbox.position`,
    [accountId],
  );
  expect(waiting.map(({ kind }) => kind)).toEqual(['charge', 'charge', 'void']);
  const { totals } = await client.listChargeTotals(
    { month: thisMonth(), afterAccountId: '', accountIds: [accountId] },
    call,
  );
  expect(totals.filter(({ requests }) => requests > 0n)).toMatchObject([
    { operation: 'searchSignals', records: 70n },
  ]);
});

it('prevents a later charge without affecting the rest of its batch', async () => {
  const { client } = running;
  const accountId = 'account-late';
  const late = chargeOf({ accountId, records: 10 });
  expect(await client.voidCharge(voidOf(late), call)).toEqual({ wasCharged: false });
  const others = Array.from({ length: 8 }, (_, index) => chargeOf({ accountId, records: index }));
  const responses = await Promise.allSettled(
    [others[0]!, late, ...others.slice(1)].map((charge) => client.charge(charge, call)),
  );
  expect(responses.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array(7).fill('fulfilled'),
  ]);
  expect(responses[1]).toMatchObject({ reason: { code: 'invalid_parameter' } });
  expect(await client.voidCharge(voidOf(late), call)).toEqual({ wasCharged: false });
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ api: 100 - 28 });
});

it("restores a key's monthly cap", async () => {
  const { client } = running;
  const charge = chargeOf({ accountId: 'account-cap', credentialId: 'key-cap', monthlyCapRecords: 10n });
  await client.charge(charge, call);
  const next = { ...charge, eventId: uuidv7() };
  await expect(client.charge(next, call)).rejects.toMatchObject({ code: 'key_cap_reached' });
  await client.voidCharge(voidOf(charge), call);
  expect(await client.charge(next, call)).toMatchObject({ remainingRecords: 0n });
});

it("subtracts from the charge's month, whenever it is voided", async () => {
  const { client, pool } = running;
  const charge = chargeOf({ accountId: 'account-month', records: 7 });
  await client.charge(charge, call);
  // As if it had been charged in the last moment of the previous month.
  await pool.query(
    `ALTER TABLE ledger.entry DISABLE TRIGGER entry_is_append_only;
     UPDATE ledger.entry SET created_at = date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 ms'
     WHERE account_id = 'account-month';
     ALTER TABLE ledger.entry ENABLE TRIGGER entry_is_append_only;
     UPDATE ledger.usage_total SET month = month - interval '1 month' WHERE account_id = 'account-month'`,
  );
  await client.voidCharge(voidOf(charge), call);
  expect(
    await rowsOf(pool, `SELECT requests, records FROM ledger.usage_total WHERE account_id = 'account-month'`),
  ).toEqual([{ requests: '0', records: '0' }]);
  const [last] = await rowsOf(
    pool,
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM ledger.entry WHERE entry_id = $1`,
    [charge.eventId],
  );
  const verified = await client.verifyLedger({ month: String(last!.month), page: undefined }, call);
  expect(verified.differences).toEqual([]);
});

it('returns subscription records only while their period runs', async () => {
  const { client } = running;
  const accountId = 'account-period';
  const subscribe = (cliRecords: bigint, seconds: number) =>
    client.startSubscription(
      { accountId, cliRecords, periodEnd: new Date(Date.now() + seconds * 1000) },
      call,
    );
  await subscribe(100n, 3_600);
  const charges = [5, 6].map((records) => chargeOf({ accountId, channel: ledger.Channel.CLI, records }));
  for (const charge of charges) await client.charge(charge, call);
  await client.voidCharge(voidOf(charges[0]!), call);
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ subscription: 94 });
  await subscribe(50n, 7_200);
  await client.voidCharge(voidOf(charges[1]!), call);
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ subscription: 50 });
});

it('does not affect other accounts, or what an operator reversed', async () => {
  const { client } = running;
  const accountId = 'account-own';
  const charge = chargeOf({ accountId, records: 10 });
  await client.charge(charge, call);
  for (const other of [{ accountId: 'account-other' }, { credentialId: 'key-other' }]) {
    await expect(client.voidCharge({ ...voidOf(charge), ...other }, call)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  }
  await client.reverseEntry({ entryId: charge.eventId, reason: 'by hand' }, call);
  expect(await client.voidCharge(voidOf(charge), call)).toEqual({ wasCharged: false });
  expect(await fundsOf(running.pool, accountId)).toMatchObject({ api: 100 });
});

it('in any order, at either process: each event is charged and voided, or never charged', async () => {
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ records: fc.nat(9), isVoided: fc.boolean() }), { minLength: 1, maxLength: 10 }),
      async (items) => {
        const accountId = `account-race-${(turn += 1)}`;
        const charges = items.map(({ records }) => chargeOf({ accountId, records }));
        const calls = charges.flatMap((charge, index) => [
          () => (index % 2 ? running.client : peer).charge(charge, call),
          ...(items[index]!.isVoided
            ? [peer, running.client].map((client) => () => client.voidCharge(voidOf(charge), call))
            : []),
        ]);
        await Promise.allSettled(calls.map((make) => make()));
        const kept = items.filter(({ isVoided }) => !isVoided);
        const records = kept.reduce((sum, item) => sum + item.records, 0);
        expect(await fundsOf(running.pool, accountId)).toMatchObject({ api: 100 - records });
        const usage = await usageOf(accountId);
        expect([usage.requests, usage.records]).toEqual([BigInt(kept.length), BigInt(records)]);
      },
    ),
    { numRuns: 15 },
  );
});
