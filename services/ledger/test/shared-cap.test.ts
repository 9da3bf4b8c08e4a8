import type { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, fundsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});

/** A charge by one key of a lineage; the first key names the lineage. */
const chargeBy = (name: string, key: number, records: number, more = {}): ledger.ChargeRequest =>
  chargeOf({
    accountId: `account-${name}`,
    credentialId: `key-${name}-${key}`,
    lineageId: `key-${name}-1`,
    monthlyCapRecords: 50n,
    records,
    ...more,
  });

it("counts a rolled key's charges, in both directions", async () => {
  const { client } = running;
  expect(await client.charge(chargeBy('two', 1, 30), call)).toMatchObject({ remainingRecords: 20n });
  expect(await client.charge(chargeBy('two', 2, 15), call)).toMatchObject({ remainingRecords: 5n });
  for (const key of [1, 2, 3]) {
    await expect(client.charge(chargeBy('two', key, 6), call)).rejects.toMatchObject({
      code: 'key_cap_reached',
      publicText: expect.stringContaining('used 45 of the 50 records'),
    });
  }
  expect(await client.charge(chargeBy('two', 3, 5), call)).toMatchObject({ remainingRecords: 0n });
  // Nothing is left, which does not affect requests without records.
  expect(await client.charge(chargeBy('two', 1, 0), call)).toMatchObject({ remainingRecords: 0n });
  await expect(client.charge(chargeBy('two', 1, 1), call)).rejects.toMatchObject({ code: 'key_cap_reached' });
  const { credentials } = await client.listCredentialUsage({ accountId: 'account-two', month: '' }, call);
  expect(credentials.map(({ lineageId, records }) => [lineageId, records])).toEqual([
    ['key-two-1', 30n],
    ['key-two-1', 15n],
    ['key-two-1', 5n],
  ]);
});

it('counts what the first key used before it was rolled, when no lineage was known', async () => {
  const { client } = running;
  await client.charge(chargeBy('before', 1, 50, { lineageId: undefined }), call);
  await expect(client.charge(chargeBy('before', 2, 1), call)).rejects.toMatchObject({
    code: 'key_cap_reached',
  });
});

it('counts the use of an uncapped key in between, including signals', async () => {
  const { client, pool } = running;
  const uncapped = { monthlyCapRecords: undefined };
  await client.charge(chargeBy('between', 1, 5, { ...uncapped, lineageId: undefined }), call);
  await client.charge(chargeBy('between', 2, 20, uncapped), call);
  const signals = { signalIds: ['1', '2'], budget: undefined, maxRecords: undefined };
  await client.chargeSignals({ charge: chargeBy('between', 3, 0, uncapped), ...signals }, call);
  await expect(peer.charge(chargeBy('between', 4, 24), call)).rejects.toMatchObject({
    code: 'key_cap_reached',
    publicText: expect.stringContaining('used 27 of the 50 records'),
  });
  expect(await client.charge(chargeBy('between', 4, 23), call)).toMatchObject({ remainingRecords: 0n });
  const { credentials } = await client.listCredentialUsage({ accountId: 'account-between', month: '' }, call);
  expect(new Set(credentials.map(({ lineageId }) => lineageId))).toEqual(new Set(['key-between-1']));
  // Each process writes a key's row once.
  const forget = `DELETE FROM ledger.credential_lineage WHERE credential_id = 'key-between-2'`;
  expect((await pool.query(forget)).rowCount).toBe(1);
  await client.charge(chargeBy('between', 2, 1, uncapped), call);
  expect((await pool.query(forget)).rowCount).toBe(0);
  await peer.charge(chargeBy('between', 2, 1, uncapped), call);
  expect((await pool.query(forget)).rowCount).toBe(1);
});

it('returns the first response to a repeated charge, even when the cap is used up', async () => {
  const { client } = running;
  const charge = chargeBy('again', 2, 10);
  const first = await client.charge(charge, call);
  await client.charge(chargeBy('again', 1, 40), call);
  expect(await client.charge(charge, call)).toEqual(first);
  await client.voidCharge(
    { eventId: charge.eventId, accountId: charge.accountId, credentialId: charge.credentialId },
    call,
  );
  expect(await client.charge(chargeBy('again', 1, 10), call)).toMatchObject({ remainingRecords: 0n });
});

it('holds for concurrent charges by three keys at two processes, beside charges by other keys', async () => {
  const charges = Array.from({ length: 60 }, (_, index) =>
    index % 6 === 5
      ? chargeOf({ accountId: 'account-many', credentialId: 'key-alone', records: 1 })
      : chargeBy('many', (index % 3) + 1, 1 + (index % 2), { eventId: uuidv7() }),
  );
  const results = await Promise.allSettled(
    charges.map((charge, index) => (index % 2 ? running.client : peer).charge(charge, call)),
  );
  let [shared, alone] = [0, 0];
  results.forEach(({ status }, index) => {
    if (status !== 'fulfilled') return;
    if (charges[index]!.lineageId === undefined) alone += charges[index]!.records;
    else shared += charges[index]!.records;
  });
  expect([shared, alone]).toEqual([50, 10]);
  expect(await fundsOf(running.pool, 'account-many')).toMatchObject({ api: 40 });
});
