import { startBeforeEach, waitFor } from '@heliograph/testing';
import { messageOf, usageOf } from './support/events';
import { patience, startGround, totalsOf } from './support/metering';

const EVENTS = 12_000;
const DEATHS = 5;

const ground = startBeforeEach(startGround);

it('loses and doubles nothing when it is killed in the middle of batches', async () => {
  // Creates the tables.
  await (await ground.startService()).destroy();
  for (let round = 0; round < EVENTS / 1_000; round += 1) {
    await ground.publish(
      Array.from({ length: 1_000 }, (_, index) => {
        const paid = { records: 4, allowanceRecords: 1, prepaidRecords: 3, prepaidMicros: 15_000n };
        return messageOf(usageOf({ accountId: `account-${index % 30}`, ...paid }));
      }),
    );
  }
  // Small batches provide many moments to die.
  const settings = { EVENT_BATCH_MAXIMUM: '50' };
  for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
    const before = (await totalsOf(ground.pool)).requests;
    const member = await ground.startProcess(settings);
    await waitFor(() => isWritingBatch(before + 100 * deaths), patience);
    await member.kill();
    expect(await member.exited).toBe('SIGKILL');
    expect(await ground.isCaughtUp()).toBe(false);
    // The time after which a silent member loses its partitions.
    await ground.pool.query('UPDATE event_log.consumer_member SET expires_at = now()');
  }
  await ground.startProcess(settings);
  await waitFor(() => ground.isCaughtUp(), patience);
  expect(await totalsOf(ground.pool)).toEqual({
    requests: EVENTS,
    records: 4 * EVENTS,
    micros: 15_000 * EVENTS,
    ids: EVENTS,
  });

  /** In a transaction that has already written, after counting this many. */
  async function isWritingBatch(counted: number): Promise<boolean> {
    const { rows } = await ground.pool.query<{ writing: boolean }>(
      `SELECT EXISTS (
         SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'heliograph-metering' AND backend_xid IS NOT NULL
       ) AND (SELECT coalesce(sum(requests), 0) FROM metering.usage_day) >= $1 AS writing`,
      [counted],
    );
    return rows[0]!.writing;
  }
}, 120_000);
