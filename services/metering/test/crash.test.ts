import { startBeforeEach, waitFor } from '@heliograph/testing';
import { messageOf, usageOf } from './support/events';
import { waitOptions, startFixture, totalsOf } from './support/metering';

const EVENTS = 12_000;
const DEATHS = 5;

const fixture = startBeforeEach(startFixture);

it('neither loses nor double-counts events when killed in the middle of batches', async () => {
  // Creates the tables.
  await (await fixture.startService()).destroy();
  for (let round = 0; round < EVENTS / 1_000; round += 1) {
    await fixture.publish(
      Array.from({ length: 1_000 }, (_, index) => {
        const paid = { records: 4, allowanceRecords: 1, prepaidRecords: 3, prepaidMicros: 15_000n };
        return messageOf(usageOf({ accountId: `account-${index % 30}`, ...paid }));
      }),
    );
  }
  // Small batches give many moments to die in.
  const settings = { EVENT_BATCH_MAXIMUM: '50' };
  for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
    const before = (await totalsOf(fixture.pool)).requests;
    const member = await fixture.startProcess(settings);
    await waitFor(() => isWritingBatch(before + 100 * deaths), waitOptions);
    await member.kill();
    expect(await member.exited).toBe('SIGKILL');
    expect(await fixture.isCaughtUp()).toBe(false);
    // Skips the wait until a silent member loses its partitions.
    await fixture.pool.query('UPDATE event_log.consumer_member SET expires_at = now()');
  }
  await fixture.startProcess(settings);
  await waitFor(() => fixture.isCaughtUp(), waitOptions);
  expect(await totalsOf(fixture.pool)).toEqual({
    requests: EVENTS,
    records: 4 * EVENTS,
    micros: 15_000 * EVENTS,
    ids: EVENTS,
  });

  /** Whether a transaction has already written, after this many events were counted. */
  async function isWritingBatch(counted: number): Promise<boolean> {
    const { rows } = await fixture.pool.query<{ writing: boolean }>(
      `SELECT EXISTS (
         SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'heliograph-metering' AND backend_xid IS NOT NULL
       ) AND (SELECT coalesce(sum(requests), 0) FROM metering.usage_day) >= $1 AS writing`,
      [counted],
    );
    return rows[0]!.writing;
  }
});
