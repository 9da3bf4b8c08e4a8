import { startBeforeEach, waitFor } from '@heliograph/testing';
import { messageOf } from '../src/feed/signal-event';
import { metricOf, waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeEach(startTestIndexer);
beforeEach(async () => {
  await running.importSignals(signalsOf(1, 20));
  await running.settle();
});

const versionOf = async (id: string): Promise<bigint> => {
  const [row] = await running.rows<{ version: string }>('SELECT version FROM indexer.signal WHERE id = $1', [
    id,
  ]);
  return BigInt(row!.version);
};
const handled = () => metricOf(running.service, 'events_total', 'outcome="handled"');

it('removes a withdrawn signal from index and table, and remembers that', async () => {
  await running.withdraw('3', '7', '4711');
  await waitFor(() => running.points().size === 18, waitOptions);
  await running.settle();
  expect(running.points().has('3')).toBe(false);
  expect(await running.isEqual()).toBe(true);
  const rows = await running.rows(
    `SELECT id, state, text_hash FROM indexer.signal WHERE state <> 'embedded' ORDER BY id`,
  );
  expect(rows).toEqual(['3', '7', '4711'].map((id) => ({ id, state: 'withdrawn', text_hash: null })));
  expect((await running.status()).signals).toBe(18n);
});

it("is not delayed by a large import's backlog", async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.embedding.gate = () => opened;
  const { calls } = running.embedding;
  await running.importSignals(signalsOf(100, 400));
  await waitFor(() => running.embedding.calls > calls);
  await running.withdraw('3');
  await waitFor(() => !running.points().has('3'), waitOptions);
  expect((await running.status()).lag).toBeGreaterThan(0n);
  open();
  await running.settle();
  expect(await running.isEqual()).toBe(true);
});

it('is not undone by a late or repeated event', async () => {
  const version = await versionOf('3');
  const before = await handled();
  await running.withdraw('3');
  await running.settle();
  const change = { withdrawn: false, id: '3', title: 'Late', publishedAtMs: 0, ordinal: 2 } as const;
  await running.publish([
    messageOf({ ...change, version }, new Date()),
    messageOf({ ...change, version: version - 1n }, new Date()),
    messageOf({ withdrawn: true, id: '3', version: await versionOf('3') }, new Date()),
  ]);
  await waitFor(async () => (await handled()) === before + 4, waitOptions);
  expect(running.points().has('3')).toBe(false);
  expect(running.embedding.embedded).not.toContain('Late');
  expect(await running.isEqual()).toBe(true);
});

it('is not undone by an event in a collection that has not been told', async () => {
  await running.withdraw('3');
  await running.settle();
  // As in a new model's table.
  await running.rows('DELETE FROM indexer.signal WHERE id = 3');
  const change = {
    withdrawn: false,
    id: '3',
    version: 1n,
    title: 'Late',
    publishedAtMs: 0,
    ordinal: 2,
  } as const;
  await running.publish([messageOf(change, new Date())]);
  await waitFor(
    async () =>
      (await running.rows(`SELECT FROM indexer.signal WHERE id = 3 AND state = 'withdrawn'`)).length === 1,
    waitOptions,
  );
  await running.settle();
  expect(running.points().has('3')).toBe(false);
  expect(running.embedding.embedded).not.toContain('Late');
});

it('wins over a batch that is indexing the signal at that moment', async () => {
  let open = () => {};
  let isWaiting = false;
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.vectors.gate = () => {
    isWaiting = true;
    return opened;
  };
  await running.importSignals([signalOf(50)]);
  await waitFor(() => isWaiting);
  await running.withdraw('50');
  await waitFor(
    async () =>
      (await running.rows(`SELECT FROM indexer.signal WHERE id = 50 AND state = 'withdrawn'`)).length === 1,
  );
  open();
  await running.settle();
  expect(running.points().has('50')).toBe(false);
  expect(await running.isEqual()).toBe(true);
});
