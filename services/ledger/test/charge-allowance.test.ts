import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, fundsOf, rowsOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

it('charges API records to the one-time 100 and reports what is left', async () => {
  const { client, pool } = running;
  const first = await client.charge(chargeOf({ records: 30 }), call);
  expect(first.remainingRecords).toBe(70n);
  const second = await client.charge(chargeOf({ records: 70 }), call);
  expect(second.remainingRecords).toBe(0n);
  expect(await fundsOf(pool)).toEqual({ api: 0, cli: 500, subscription: 0, micros: 0 });
});

it('charges command-line records to the one-time 500, separately from API keys', async () => {
  const { client, pool } = running;
  const accountId = 'account-cli';
  const response = await client.charge(
    chargeOf({ accountId, channel: ledger.Channel.CLI, records: 50 }),
    call,
  );
  expect(response.remainingRecords).toBe(450n);
  expect(await fundsOf(pool, accountId)).toEqual({ api: 100, cli: 450, subscription: 0, micros: 0 });
});

it('charges command-line records only to a running subscription', async () => {
  const { client, pool } = running;
  const accountId = 'account-subscribed';
  const periodEnd = new Date(Date.now() + 3_600_000);
  await client.startSubscription({ accountId, cliRecords: 60n, periodEnd }, call);
  const charge = () => chargeOf({ accountId, channel: ledger.Channel.CLI, records: 50 });
  expect((await client.charge(charge(), call)).remainingRecords).toBe(10n);
  await expect(client.charge(charge(), call)).rejects.toMatchObject({ code: 'insufficient_records' });
  expect(await fundsOf(pool, accountId)).toEqual({ api: 100, cli: 500, subscription: 10, micros: 0 });
});

it('returns to the one-time records after the subscription', async () => {
  const { client, pool } = running;
  const accountId = 'account-lapsed';
  const periodEnd = new Date(Date.now() + 3_600_000);
  await client.startSubscription({ accountId, cliRecords: 60n, periodEnd }, call);
  await pool.query(`UPDATE ledger.account SET subscription_ends_at = now() WHERE account_id = $1`, [
    accountId,
  ]);
  const response = await client.charge(
    chargeOf({ accountId, channel: ledger.Channel.CLI, records: 50 }),
    call,
  );
  expect(response.remainingRecords).toBe(450n);
});

it('records a request of zero records with its event, even when nothing is left', async () => {
  const { client, pool } = running;
  const accountId = 'account-zero';
  await client.charge(chargeOf({ accountId, records: 100 }), call);
  const empty = chargeOf({ accountId, records: 0, mode: ledger.Mode.COUNT });
  expect((await client.charge(empty, call)).remainingRecords).toBe(0n);
  expect(await rowsOf(pool, 'SELECT key FROM ledger.outbox WHERE event_id = $1', [empty.eventId])).toEqual([
    { key: accountId },
  ]);
  const usage = await client.getUsage({ accountId, month: '' }, call);
  expect(usage).toMatchObject({ requests: 2n, records: 100n });
});

it('refuses a channel without records, an unknown one, and other invalid values, all at once', async () => {
  const { client } = running;
  const nonsense = chargeOf({ channel: ledger.Channel.WEB, eventId: 'x', accountId: '', records: 10_001 });
  const failure = await client.charge(nonsense, call).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'invalid_parameter' });
  const parameters = (failure as { issues: { parameter: string }[] }).issues.map((issue) => issue.parameter);
  expect(parameters.sort()).toEqual(['account_id', 'channel', 'event_id', 'records']);
});
