import { parseCloudEvent } from '@heliograph/event-log';
import { ledger } from '@heliograph/proto';
import { waitFor } from '@heliograph/testing';
import { call, chargeOf, rowsOf, webRequestOf } from './support/ledger';
import {
  accountsOutOfOrder,
  decode,
  metricOf,
  readAll,
  startRelayingLedger,
  untilDrained,
  type RelayingLedger,
} from './support/relay';

let running: RelayingLedger;
beforeAll(async () => {
  // Polling alone would be too late for every test here.
  running = await startRelayingLedger({ RELAY_POLL_INTERVAL_MS: '60000' });
});
afterAll(() => running.stop());

it('publishes a charge once it is committed, as a CloudEvent, and removes it from the outbox', async () => {
  const { client, pool, log } = running;
  const accountId = 'account-whole';
  await client.credit({ accountId, micros: 10_000_000n, reference: '', reason: '' }, call);
  await client.charge(chargeOf({ accountId, records: 90 }), call);
  const charge = chargeOf({ accountId, records: 20, requestId: 'request-whole', credentialId: 'key-7' });
  await client.charge(charge, call);
  const message = await waitFor(async () =>
    (await readAll(log)).find(({ headers }) => headers.ce_id === charge.eventId),
  );
  await untilDrained(pool);
  const [entry] = await rowsOf(pool, 'SELECT created_at FROM ledger.entry WHERE entry_id = $1', [
    charge.eventId,
  ]);
  expect(message.key).toBe(accountId);
  expect(parseCloudEvent(message)).toMatchObject({
    id: charge.eventId,
    type: 'heliograph.usage.recorded.v1',
    source: '/heliograph/ledger',
    time: entry!.created_at,
  });
  expect(decode([message])).toEqual([
    {
      eventId: charge.eventId,
      accountId,
      credentialId: 'key-7',
      channel: 'api',
      operation: 'searchSignals',
      mode: 'keyword',
      records: 20,
      allowanceRecords: 10,
      prepaidRecords: 10,
      subscriptionRecords: 0,
      prepaidMicros: 50_000n,
      requestId: 'request-whole',
      time: entry!.created_at,
    },
  ]);
});

it('publishes each charge once, each account in its order, without failures', async () => {
  const { client, pool, log, service } = running;
  const channels = [ledger.Channel.API, ledger.Channel.CLI];
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        client.charge(
          chargeOf({ accountId: `account-${index % 11}`, channel: channels[index % 2], records: round % 2 }),
          call,
        ),
      ),
    );
  }
  await untilDrained(pool);
  const messages = await readAll(log);
  const entries = await rowsOf(pool, `SELECT entry_id::text AS id FROM ledger.entry WHERE kind = 'charge'`);
  expect(messages.map(({ headers }) => headers.ce_id).sort()).toEqual(entries.map(({ id }) => id).sort());
  expect(await accountsOutOfOrder(pool, messages)).toEqual([]);
  expect(await metricOf(service.metricsPort, 'ledger_relay_published_total')).toBe(entries.length);
  expect(await metricOf(service.metricsPort, 'ledger_relay_leader')).toBe(1);
  expect(await metricOf(service.metricsPort, 'ledger_relay_publish_failures_total')).toBe(0);
});

it('publishes a charge that commits after one with a higher position', async () => {
  const { client, pool, log } = running;
  await client.charge(chargeOf({ accountId: 'account-slow', records: 0 }), call);
  const slow = chargeOf({ accountId: 'account-slow', records: 1 });
  const quick = chargeOf({ accountId: 'account-quick', records: 1 });
  // Another transaction takes a position and is still running while a higher one is published.
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', ['account-slow']);
  await holder.query(
    `WITH entered AS (
       INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, credential_id, channel, operation, mode, records,
         prepaid_records, request_id, remaining_records)
       VALUES ($1, 'account-slow', 'charge', now(), 'c', 'api', 'searchSignals', '', 0, 0, 'r', 0)
       RETURNING position, entry_id, account_id)
     INSERT INTO ledger.outbox SELECT position, entry_id, 'usage.recorded.v1', account_id, now() FROM entered`,
    [slow.eventId],
  );
  await client.charge(quick, call);
  const ids = async () => (await readAll(log)).map(({ headers }) => headers.ce_id);
  await waitFor(async () => (await ids()).includes(quick.eventId));
  await holder.query('COMMIT');
  holder.release();
  // Committed by another process, so found at the relay's next poll.
  await client.charge(chargeOf({ accountId: 'account-poke', records: 0 }), call);
  await waitFor(async () => (await ids()).includes(slow.eventId));
});

it('publishes a web view request once, with an id that contains its time', async () => {
  const { client, pool, log } = running;
  const request = webRequestOf({ accountId: 'account-web', mode: ledger.Mode.SEMANTIC });
  await client.recordWebRequest(request, call);
  await client.recordWebRequest(request, call);
  await untilDrained(pool);
  const events = decode((await readAll(log)).filter(({ key }) => key === 'account-web'));
  expect(events).toMatchObject([
    { channel: 'web', operation: 'searchActivities', mode: 'semantic', records: 0, prepaidMicros: 0n },
  ]);
  // Consumers keep ids for as long as their times say.
  expect(events[0]!.eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

it("publishes a void after its charge, with the charge's content and time, under a new id", async () => {
  const { client, pool, log } = running;
  const charge = chargeOf({ accountId: 'account-void', records: 7, credentialId: 'key-8' });
  await client.charge(charge, call);
  const { eventId, accountId, credentialId } = charge;
  await client.voidCharge({ eventId, accountId, credentialId }, call);
  const messages = await waitFor(async () => {
    const found = (await readAll(log)).filter(({ key }) => key === accountId);
    return found.length === 2 && found;
  });
  await untilDrained(pool);
  const [first, second] = messages.map((message) => parseCloudEvent(message));
  expect([first!.type, second!.type]).toEqual(['heliograph.usage.recorded.v1', 'heliograph.usage.voided.v1']);
  const [recorded, voided] = decode(messages);
  expect(voided).toEqual({ ...recorded, eventId: second!.id });
  expect(second!.id).not.toBe(eventId);
});
