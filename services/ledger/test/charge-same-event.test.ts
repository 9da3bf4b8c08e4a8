import { startBeforeAll } from '@heliograph/testing';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
} from './support/ledger';

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());

it('returns the first response and charges nothing, whatever happened in between', async () => {
  const { client, pool } = running;
  const charge = chargeOf({ records: 10 });
  const first = await client.charge(charge, call);
  await client.charge(chargeOf({ records: 25 }), call);
  expect(await client.charge(charge, call)).toEqual(first);
  expect(await peer.charge(charge, call)).toEqual(first);
  expect(await fundsOf(pool)).toMatchObject({ api: 65 });
  expect(await incompleteCharges(pool)).toEqual([]);
});

it('returns the first response with its idempotency result, although its claim is spent', async () => {
  const { client } = running;
  const { claim } = await client.begin(beginOf(), call);
  const charge = chargeOf({
    accountId: 'account-keyed',
    idempotency: { idempotencyKey: 'key-00000001', claim, response: responseOf('{}') },
  });
  const first = await client.charge(charge, call);
  expect(await client.charge(charge, call)).toEqual(first);
});

it('is charged once when it arrives many times at once, at two processes', async () => {
  const { client, pool } = running;
  const accountId = 'account-storm';
  const charges = Array.from({ length: 10 }, () => chargeOf({ accountId, records: 1 }));
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, copy) =>
      charges.map((charge) => (copy % 2 ? client : peer).charge(charge, call)),
    ).flat(),
  );
  expect(await fundsOf(pool, accountId)).toMatchObject({ api: 90 });
  const entries = await rowsOf(pool, `SELECT FROM ledger.entry WHERE account_id = $1 AND kind = 'charge'`, [
    accountId,
  ]);
  expect(entries).toHaveLength(10);
  // Every copy got its event's response.
  charges.forEach((_, index) => {
    const copies = responses.filter((_response, position) => position % charges.length === index);
    expect(new Set(copies.map((response) => response.remainingRecords)).size).toBe(1);
  });
});

it.each([
  ['another account', { accountId: 'account-other' }],
  ['another credential', { credentialId: 'credential-other' }],
  ['other records', { records: 11 }],
  ['another operation', { operation: 'getCompany' }],
])('refuses an event id that belongs to a charge of %s', async (_what, difference) => {
  const { client, pool } = running;
  const charge = chargeOf({ accountId: 'account-reuse' });
  await client.charge(charge, call);
  const before = await fundsOf(pool, 'account-reuse');
  await expect(client.charge({ ...charge, ...difference }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'event_id' }],
  });
  expect(await fundsOf(pool, 'account-reuse')).toEqual(before);
});

it('charges one of two accounts that claim the same event id at the same moment', async () => {
  const { client, pool } = running;
  for (let round = 0; round < 10; round += 1) {
    const charge = chargeOf({ accountId: 'account-left', records: 1 });
    const outcomes = await Promise.allSettled([
      client.charge(charge, call),
      peer.charge({ ...charge, accountId: 'account-right' }, call),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_parameter' });
    }
  }
  const [left, right] = [await fundsOf(pool, 'account-left'), await fundsOf(pool, 'account-right')];
  expect((left.api || 100) + (right.api || 100)).toBe(190);
});
