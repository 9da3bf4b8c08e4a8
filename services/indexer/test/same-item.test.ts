import { signals } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { signalOf, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeAll(startTestIndexer);

/** Whether only its company has changed since an earlier event, in each signal's latest. */
async function latest(): Promise<Map<string, boolean>> {
  const rows = await running.rows<{ value: Buffer }>(
    `SELECT value FROM event_log.message JOIN event_log.topic USING (topic_id)
     WHERE topic.name = 'signals.published.v1' ORDER BY partition, message_offset`,
  );
  const events = rows.map(({ value }) => signals.SignalPublished.decode(value));
  return new Map(events.map(({ id, sameItem }) => [id, sameItem]));
}

const ids = (from: number, to: number) => signalsOf(from, to).map(({ id }) => id);
const expected = (...parts: [number, number, boolean][]) =>
  new Map(parts.flatMap(([from, to, isSame]) => ids(from, to).map((id) => [id, isSame])));

it('is set for signals whose company changed, unless they changed themselves since they were published', async () => {
  await running.importSignals(signalsOf(1, 10));
  await running.settle();
  expect(await latest()).toEqual(expected([1, 10, false]));
  const holder = await running.pool.connect();
  try {
    await holder.query('BEGIN');
    // Blocks appends until this transaction ends, so the next versions are passed before they are published.
    await holder.query('LOCK TABLE event_log.partition IN ACCESS EXCLUSIVE MODE');
    await running.importSignals([signalOf(21, { companySlug: 'other' })], { slug: 'other', name: 'Other' });
    await waitFor(async () => {
      const waiting = await running.rows(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%append_messages%'`,
      );
      return waiting.length > 0;
    });
    await running.importSignals([...signalsOf(11, 20), signalOf(1, { title: 'Another' })]);
    await running.importSignals([], { description: 'Batteries for trucks' });
    await running.importSignals([], { description: 'Batteries for ships' });
    await holder.query('ROLLBACK');
  } finally {
    holder.release();
  }
  await running.settle();
  expect(await latest()).toEqual(expected([1, 1, false], [2, 10, true], [11, 21, false]));
  await running.importSignals([], { description: 'Batteries for boats' });
  await running.settle();
  expect(await latest()).toEqual(expected([1, 20, true], [21, 21, false]));
  await running.importSignals([signalOf(2, { title: 'Another' })], { name: 'Acme Ltd', country: 'Chile' });
  await running.settle();
  expect(await latest()).toEqual(expected([1, 1, true], [2, 2, false], [3, 20, true], [21, 21, false]));
  await running.importSignals([], { name: 'Acme', employeeCount: 700 });
  await running.settle();
  expect(await latest()).toEqual(expected([1, 20, true], [21, 21, false]));
});
