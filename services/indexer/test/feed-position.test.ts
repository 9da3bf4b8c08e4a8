import { startBeforeAll, waitFor } from '@heliograph/testing';
import { signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeAll(startTestIndexer);

it('does not pass a change before the event log has it', async () => {
  await running.importSignals(signalsOf(1, 10));
  await running.settle();
  const position = () => running.rows('SELECT version, id FROM indexer.feed_position');
  const before = await position();
  const holder = await running.pool.connect();
  try {
    await holder.query('BEGIN');
    // Blocks appends until this transaction ends.
    await holder.query('LOCK TABLE event_log.partition IN ACCESS EXCLUSIVE MODE');
    await running.importSignals(signalsOf(11, 20));
    await waitFor(async () => {
      const waiting = await running.rows(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%append_messages%'`,
      );
      return waiting.length > 0;
    });
    expect(await position()).toEqual(before);
    await holder.query('ROLLBACK');
  } finally {
    holder.release();
  }
  await running.settle();
  expect(await position()).not.toEqual(before);
  expect(running.points().size).toBe(20);
});
