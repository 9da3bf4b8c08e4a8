import { holdLocks, waitFor } from '@heliograph/testing';
import { call, chargeOf, fundsOf, startTestLedger } from './support/ledger';

it('finishes accepted charges before it stops, and accepts no more', async () => {
  const running = await startTestLedger({ BATCHER_SHARDS: '1', BATCH_MAXIMUM: '5' });
  const { client, pool, service } = running;
  try {
    const accountId = 'account-held';
    await client.charge(chargeOf({ accountId, records: 0 }), call);
    const locks = await holdLocks(pool, 'SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', [
      accountId,
    ]);
    // One batch waits for the row, the others for that batch.
    const charges = Array.from({ length: 23 }, () =>
      client.charge(chargeOf({ accountId, records: 1 }), call),
    );
    await locks.untilAnotherWaits();
    const destroyed = service.destroy();
    // Calls in flight when the client is told to go elsewhere are still served; then connections are refused.
    await waitFor(() =>
      client.getUsage({ accountId, month: '' }, call).then(
        () => false,
        () => true,
      ),
    );
    await expect(client.charge(chargeOf({ accountId }), call)).rejects.toMatchObject({ code: 'unavailable' });
    await locks.commit();
    const responses = await Promise.all(charges);
    await destroyed;
    expect(responses.map(({ remainingRecords }) => Number(remainingRecords))).toEqual(
      Array.from({ length: 23 }, (_, index) => 99 - index),
    );
    expect(await fundsOf(pool, accountId)).toMatchObject({ api: 77 });
    await service.destroy();
  } finally {
    await running.stop();
  }
});
