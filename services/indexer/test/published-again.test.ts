import { SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { signals } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricOf, signalsOf, startTestIndexer, waitOptions } from './support/indexer';

const running = startBeforeAll(startTestIndexer);

const guide = readFileSync(join(__dirname, '../../../docs/operations/backup.md'), 'utf8');
const sql = /^```sql\n(UPDATE indexer\.feed_position.*?)^```$/ms.exec(guide)![1]!;

/** Signals whose own item has changed, according to the events since then. */
async function changedItemsSince(timeMs: number): Promise<number[]> {
  const { messages } = await running.log.read(SIGNALS_PUBLISHED_TOPIC, { limit: 1_000 });
  const events = messages
    .filter(({ headers }) => Date.parse(headers.ce_time!) >= timeMs)
    .map(({ value }) => signals.SignalPublished.decode(value));
  return events
    .flatMap(({ id, sameItem }) => (sameItem ? [] : [Number(id)]))
    .sort((one, other) => one - other);
}

const age = (hours: number) =>
  running.rows(
    `UPDATE catalog.history SET at = now() - make_interval(hours => $1) WHERE at > now() - interval '1 hour'`,
    [hours],
  );

it('publishes the signals around a time again as backup.md says, with the items that changed then', async () => {
  await running.importSignals(signalsOf(1, 10));
  await age(3);
  await running.importSignals(signalsOf(11, 20));
  await age(2);
  await running.importSignals(signalsOf(21, 30));
  await running.settle();
  // Raises the versions of all; only the items of the last ten still count as changed within the hour.
  await running.importSignals([], { description: 'Batteries for ships' });
  await running.settle();
  await running.service.destroy();
  const restartedAtMs = Date.now();
  await running.rows(sql.replace('2026-11-21 23:05:07Z', new Date().toISOString()));
  const service = await running.startService();
  await waitFor(async () => (await metricOf(service, 'feed_lag')) === 0, waitOptions);
  expect(await changedItemsSince(restartedAtMs)).toEqual(signalsOf(21, 30).map(({ id }) => Number(id)));
  expect(await running.isEqual()).toBe(true);
});

it('passes the versions that were assigned after an earlier restore of the same backup', async () => {
  const [backup] = await running.rows<{ version: string }>('SELECT version FROM catalog.state');
  const restore = async () => {
    await running.rows('UPDATE catalog.state SET version = $1', [backup!.version]);
    await running.rows(sql.replace('2026-11-21 23:05:07Z', new Date().toISOString()));
    const [state] = await running.rows<{ version: string }>('SELECT version FROM catalog.state');
    return Number(state!.version);
  };
  const first = await restore();
  expect(first).toBeGreaterThan(Number(backup!.version));
  await waitFor(async () => (await restore()) > first, waitOptions);
});
