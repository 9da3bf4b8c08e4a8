import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { responseOf, beginOf, call, chargeOf, fundsOf, rowsOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

it('charges nothing when there are not enough records for all, and reports how many there are', async () => {
  const { client, pool } = running;
  const accountId = 'account-short';
  await client.charge(chargeOf({ accountId, records: 70 }), call);
  const before = await fundsOf(pool, accountId);
  const short = chargeOf({ accountId, records: 50 });
  await expect(client.charge(short, call)).rejects.toMatchObject({
    code: 'insufficient_records',
    publicText: expect.stringContaining('pay for 30'),
  });
  expect(await fundsOf(pool, accountId)).toEqual(before);
  expect(await rowsOf(pool, 'SELECT FROM ledger.entry WHERE entry_id = $1', [short.eventId])).toEqual([]);
  expect(await rowsOf(pool, 'SELECT FROM ledger.outbox WHERE event_id = $1', [short.eventId])).toEqual([]);
  expect(await client.getUsage({ accountId, month: '' }, call)).toMatchObject({ requests: 1n, records: 70n });
});

it('charges the same event once there are enough records', async () => {
  const { client } = running;
  const accountId = 'account-topped-up';
  const charge = chargeOf({ accountId, records: 101 });
  await expect(client.charge(charge, call)).rejects.toMatchObject({ code: 'insufficient_records' });
  await client.credit({ accountId, micros: 5_000n, reference: '', reason: '' }, call);
  expect((await client.charge(charge, call)).remainingRecords).toBe(0n);
});

it('does not pay for command-line records from the API funds', async () => {
  const { client } = running;
  const accountId = 'account-cli';
  await client.credit({ accountId, micros: 10_000_000n, reference: '', reason: '' }, call);
  const charge = chargeOf({ accountId, channel: ledger.Channel.CLI, records: 501 });
  await expect(client.charge(charge, call)).rejects.toMatchObject({
    code: 'insufficient_records',
    publicText: expect.stringContaining('500 are left'),
  });
});

it('leaves the idempotency key claimed, so that its request can free it', async () => {
  const { client } = running;
  const accountId = 'account-keyed';
  const { claim } = await client.begin(beginOf(), call);
  const idempotency = { idempotencyKey: 'key-00000001', claim, response: responseOf('{}') };
  await expect(client.charge(chargeOf({ accountId, records: 101, idempotency }), call)).rejects.toMatchObject(
    {
      code: 'insufficient_records',
    },
  );
  expect((await client.begin(beginOf(), call)).outcome).toBe(ledger.BeginResponse_Outcome.IN_PROGRESS);
  await client.release({ credentialId: 'credential-1', idempotencyKey: 'key-00000001', claim }, call);
  expect((await client.begin(beginOf(), call)).outcome).toBe(ledger.BeginResponse_Outcome.NEW);
});
