import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { DAY_MS } from '../src/domain/calendar';
import { messageOf, messagesOf, usageOf } from './support/events';
import { startTestMetering, totalsOf } from './support/metering';

const running = startBeforeAll(startTestMetering);

async function daysOf(accountId: string): Promise<unknown[]> {
  const { rows } = await running.pool.query(
    `SELECT day::text, credential_id, channel, operation, requests::int, records::int, allowance_records::int,
       prepaid_records::int, subscription_records::int, prepaid_micros::int
     FROM metering.usage_day WHERE account_id = $1 ORDER BY day, credential_id, channel, operation`,
    [accountId],
  );
  return rows;
}

it('adds up by UTC day, credential, channel, and operation, and by payment source', async () => {
  const accountId = 'account-totals';
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const [yesterday, today] = [midnight - 1, midnight].map((time) =>
    new Date(time).toISOString().slice(0, 10),
  );
  const lateYesterday = { accountId, time: new Date(midnight - 1) };
  const earlyToday = { accountId, time: new Date(midnight) };
  await running.handle(
    [
      usageOf({ ...lateYesterday, records: 10 }),
      usageOf({ ...lateYesterday, records: 0 }),
      usageOf({
        ...lateYesterday,
        records: 30,
        allowanceRecords: 20,
        prepaidRecords: 10,
        prepaidMicros: 50_000n,
      }),
      usageOf({ ...lateYesterday, credentialId: 'credential-2', operation: 'getCompany', mode: '' }),
      usageOf({ ...lateYesterday, channel: 'cli', records: 3, allowanceRecords: 0, subscriptionRecords: 3 }),
      usageOf({ ...earlyToday, records: 5 }),
    ].map((event) => messageOf(event)),
  );
  const row = (day: string, credential: string, channel: string, operation: string, ...totals: number[]) => {
    const [requests, records, allowance, prepaid, subscription, micros] = totals;
    return {
      day,
      credential_id: credential,
      channel,
      operation,
      requests,
      records,
      allowance_records: allowance,
      prepaid_records: prepaid,
      subscription_records: subscription,
      prepaid_micros: micros,
    };
  };
  expect(await daysOf(accountId)).toEqual([
    row(yesterday!, 'credential-1', 'api', 'searchSignals', 3, 40, 30, 10, 0, 50_000),
    row(yesterday!, 'credential-1', 'cli', 'searchSignals', 1, 3, 0, 0, 3, 0),
    row(yesterday!, 'credential-2', 'api', 'getCompany', 1, 1, 1, 0, 0, 0),
    row(today!, 'credential-1', 'api', 'searchSignals', 1, 5, 5, 0, 0, 0),
  ]);
});

it('counts an event once, however often and in any order it arrives', async () => {
  const accountId = 'account-duplicates';
  const events = Array.from({ length: 300 }, () => messageOf(usageOf({ accountId, records: 2 })));
  // Within one batch, in later batches, in reverse, and mixed with new ones.
  await running.handle([...events.slice(0, 100), ...events.slice(0, 100)]);
  await running.handle(events.slice(50, 200).reverse());
  await running.handle(events);
  expect(await daysOf(accountId)).toMatchObject([{ requests: 300, records: 600 }]);
});

it('counts more than a batch holds, for many accounts', async () => {
  const before = await totalsOf(running.pool);
  const messages = Array.from({ length: 5_000 }, (_, index) =>
    messageOf(usageOf({ accountId: `account-many-${index % 700}`, records: 3 })),
  );
  await running.handle(messages);
  const after = await totalsOf(running.pool);
  expect(after.requests - before.requests).toBe(5_000);
  expect(after.records - before.records).toBe(15_000);
  expect(after.ids - before.ids).toBe(5_000);
});

it('counts events published while no member was running', async () => {
  const { rows } = await running.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM metering.counted_event',
  );
  await running.service.destroy();
  await running.publish(messagesOf(100, { accountId: 'account-waiting' }));
  running.service = await running.startService();
  await running.handle([messageOf(usageOf({ accountId: 'account-waiting', eventId: uuidv7() }))]);
  expect(await daysOf('account-waiting')).toMatchObject([{ requests: 101 }]);
  expect((await totalsOf(running.pool)).ids).toBe(rows[0]!.count + 101);
});
