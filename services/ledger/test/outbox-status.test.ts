import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

it('reports how many events are waiting, and the age of the oldest', async () => {
  const { client, pool } = running;
  expect(await client.getOutboxStatus({}, call)).toEqual({ pending: 0n, oldestAgeMs: undefined });
  await Promise.all(Array.from({ length: 3 }, () => client.charge(chargeOf({ records: 1 }), call)));
  await pool.query(`UPDATE ledger.outbox SET created_at = now() - interval '90 seconds'`);
  const status = await client.getOutboxStatus({}, call);
  expect(status.pending).toBe(3n);
  expect(Number(status.oldestAgeMs)).toBeGreaterThanOrEqual(90_000);
  expect(Number(status.oldestAgeMs)).toBeLessThan(150_000);
});
