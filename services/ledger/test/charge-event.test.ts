import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, rowsOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

async function eventOf(eventId: string): Promise<Record<string, unknown>> {
  const [row] = await rowsOf(
    running.pool,
    `SELECT *, position::int AS position, allowance_records::int, subscription_records::int, prepaid_micros::int
     FROM ledger.pending_usage_event WHERE event_id = $1`,
    [eventId],
  );
  return row!;
}

const paidWith = { allowance_records: 0, prepaid_records: 0, subscription_records: 0, prepaid_micros: 0 };

it("writes a charge's complete event to the outbox", async () => {
  const { client } = running;
  const charge = chargeOf({ accountId: 'account-whole', requestId: 'request-whole', records: 7 });
  await client.charge(charge, call);
  const { position, time, ...event } = await eventOf(charge.eventId);
  expect(position).toBeGreaterThan(0);
  expect(Math.abs((time as Date).getTime() - Date.now())).toBeLessThan(60_000);
  expect(event).toEqual({
    topic: 'usage.recorded.v1',
    key: 'account-whole',
    event_id: charge.eventId,
    account_id: 'account-whole',
    credential_id: 'credential-1',
    channel: 'api',
    operation: 'searchSignals',
    mode: 'keyword',
    records: 7,
    ...paidWith,
    allowance_records: 7,
    request_id: 'request-whole',
  });
});

it('reports how the records were paid: allowance and balance', async () => {
  const { client } = running;
  const accountId = 'account-split';
  await client.credit({ accountId, micros: 10_000_000n, reference: '', reason: '' }, call);
  await client.charge(chargeOf({ accountId, records: 70 }), call);
  const split = chargeOf({ accountId, records: 50 });
  await client.charge(split, call);
  expect(await eventOf(split.eventId)).toMatchObject({
    records: 50,
    ...paidWith,
    allowance_records: 30,
    prepaid_records: 20,
    prepaid_micros: 100_000,
  });
});

it('reports how the records were paid: command-line allowance and subscription', async () => {
  const { client } = running;
  const accountId = 'account-cli';
  const charge = () =>
    chargeOf({ accountId, channel: ledger.Channel.CLI, records: 5, mode: ledger.Mode.SEMANTIC });
  const [free, subscribed] = [charge(), charge()];
  await client.charge(free, call);
  const periodEnd = new Date(Date.now() + 60_000);
  await client.startSubscription({ accountId, cliRecords: 10n, periodEnd }, call);
  await client.charge(subscribed, call);
  expect(await eventOf(free.eventId)).toMatchObject({
    channel: 'cli',
    mode: 'semantic',
    ...paidWith,
    allowance_records: 5,
  });
  expect(await eventOf(subscribed.eventId)).toMatchObject({
    channel: 'cli',
    ...paidWith,
    subscription_records: 5,
  });
});

it('exists for a request without records, and without a mode', async () => {
  const charge = chargeOf({ records: 0, operation: 'getCompany', mode: ledger.Mode.UNSPECIFIED });
  await running.client.charge(charge, call);
  expect(await eventOf(charge.eventId)).toMatchObject({
    records: 0,
    mode: '',
    operation: 'getCompany',
    ...paidWith,
  });
});

it("has positions that increase in the order of an account's charges", async () => {
  const { client, pool } = running;
  const accountId = 'account-ordered';
  await Promise.all(
    Array.from({ length: 40 }, () => client.charge(chargeOf({ accountId, records: 1 }), call)),
  );
  const rows = await rowsOf(
    pool,
    `SELECT remaining_records::int AS left FROM ledger.entry JOIN ledger.outbox ON event_id = entry_id
     WHERE account_id = $1 ORDER BY outbox.position`,
    [accountId],
  );
  expect(rows.map((row) => row.left)).toEqual(Array.from({ length: 40 }, (_, index) => 99 - index));
});
