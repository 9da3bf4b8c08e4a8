import { startBeforeEach, waitFor } from '@heliograph/testing';
import { call, metricOf, waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const SIGNALS = 1_300;

const running = startBeforeEach(startTestIndexer);
beforeEach(async () => {
  await running.importSignals(signalsOf(1, SIGNALS));
  await running.settle();
});

const COLLECTION = 'signals-fake-1';
const held = () => running.vectors.collections.get(COLLECTION)!.points;
const compare = () => running.client.compare({}, call);
const isComplete = async () =>
  (await running.rows('SELECT FROM catalog.vector_collection WHERE completed_at IS NOT NULL')).length === 1;

async function repair(): Promise<void> {
  await running.client.startRepair({}, call);
  await running.settle();
}

it.each<[string, () => void]>([
  ['is gone', () => running.vectors.collections.delete(COLLECTION)],
  ['was emptied', () => held().clear()],
])('refills an index that %s, without embedding, and is incomplete meanwhile', async (_what, damage) => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.vectors.gate = () => opened;
  damage();
  await waitFor(async () => !(await isComplete()), waitOptions);
  expect(await running.status()).toMatchObject({
    complete: false,
    embedded: 0n,
    remaining: BigInt(SIGNALS),
  });
  open();
  await running.settle();
  expect(await running.isEqual()).toBe(true);
  expect(await isComplete()).toBe(true);
  expect(running.embedding.embedded).toHaveLength(SIGNALS);
});

it('refills an index that has the vectors of another installation, of the same ids and versions', async () => {
  const vectors = new Map([...held()].map(([id, { vector }]) => [id, vector]));
  // As if each signal had the text of the next one.
  const others = [...vectors.values()];
  for (const [place, id] of [...vectors.keys()].entries()) {
    held().set(id, { ...held().get(id)!, vector: others[(place + 1) % SIGNALS]! });
  }
  expect(await running.isEqual()).toBe(true);
  await repair();
  for (const [id, { vector }] of held()) expect(vector.equals(vectors.get(id)!)).toBe(true);
  expect(held().size).toBe(SIGNALS);
  expect(running.embedding.embedded).toHaveLength(SIGNALS);
});

it('counts what another indexer adds before it learns of the loss', async () => {
  const other = await running.startService({ MODEL_INTERVAL_MS: '3600000' });
  const client = running.connect(other.address);
  await waitFor(async () => (await client.getStatus({}, call)).collection === COLLECTION, waitOptions);
  running.vectors.collections.delete(COLLECTION);
  await waitFor(async () => !(await isComplete()), waitOptions);
  await running.settle();
  let last = SIGNALS;
  await waitFor(async () => {
    await running.importSignals(signalsOf(last + 1, last + 40));
    last += 40;
    await running.settle();
    return (await metricOf(other, 'events_total', 'outcome="handled"')) > 0;
  }, waitOptions);
  expect(await running.isEqual()).toBe(true);
  expect(running.embedding.mostOften).toBe(1);
});

it('compares without changing anything', async () => {
  for (const id of ['1', '1000', '1300']) held().delete(id);
  held().set('500', { ...held().get('500')!, version: 0n });
  held().set('9999999999999999999', { ...held().get('7')!, id: '9999999999999999999' });
  held().set('1301', { ...held().get('7')!, id: '1301' });
  expect(await compare()).toEqual({
    signals: BigInt(SIGNALS),
    points: BigInt(SIGNALS - 1),
    missing: 4n,
    missingIds: ['1', '500', '1000', '1300'],
    surplus: 2n,
    surplusIds: ['1301', '9999999999999999999'],
  });
  expect(await running.isEqual()).toBe(false);
});

it('fixes missing, outdated, and excess points', async () => {
  for (let id = 1; id <= SIGNALS; id += 3) held().delete(String(id));
  held().set('500', { ...held().get('500')!, version: 0n });
  held().set('501', { ...held().get('501')!, version: 4_711n });
  held().set('9999999999999999999', { ...held().get('2')!, id: '9999999999999999999' });
  await repair();
  expect(await running.isEqual()).toBe(true);
  expect(await compare()).toMatchObject({ missing: 0n, surplus: 0n, points: BigInt(SIGNALS) });
  expect(running.embedding.embedded).toHaveLength(SIGNALS);
  expect(await metricOf(running.service, 'missing')).toBe(0);
  expect(await metricOf(running.service, 'surplus')).toBe(0);
  expect(await metricOf(running.service, 'compared_timestamp')).toBeGreaterThan(Date.now() / 1_000 - 600);
});

it('embeds signals without an event', async () => {
  // As if the topic had dropped the events before they were read.
  await running.rows(`DELETE FROM indexer.vector WHERE id BETWEEN 10 AND 800`);
  await running.rows(`DELETE FROM indexer.signal WHERE id BETWEEN 10 AND 800`);
  expect((await running.status()).remaining).toBe(791n);
  await repair();
  expect(await running.isEqual()).toBe(true);
  expect(running.embedding.embedded).toHaveLength(SIGNALS + 791);
});

it('follows a catalog that was restored to an earlier state', async () => {
  await running.rows(
    `UPDATE indexer.signal SET version = version + 10, indexed_version = version + 10 WHERE id BETWEEN 1 AND 5`,
  );
  for (let id = 1; id <= 5; id += 1) {
    const point = held().get(String(id))!;
    held().set(String(id), { ...point, version: point.version + 10n });
  }
  await running.rows('DELETE FROM catalog.signal WHERE id = 7');
  await running.rows('DELETE FROM catalog.signal_document WHERE id = 7');
  await repair();
  expect(await running.isEqual()).toBe(true);
  expect(running.points().size).toBe(SIGNALS - 1);
});

it('leaves signals with events in flight alone', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.embedding.gate = () => opened;
  const { calls } = running.embedding;
  await running.importSignals([signalOf(5_000), signalOf(5_001)]);
  await waitFor(() => running.embedding.calls > calls);
  await running.client.startRepair({}, call);
  await waitFor(async () => (await running.status()).repairing);
  open();
  await running.settle();
  expect(running.embedding.mostOften).toBe(1);
  expect(await running.isEqual()).toBe(true);
});

it('repairs by itself periodically', async () => {
  await running.service.destroy();
  await running.startService({ REPAIR_INTERVAL_MS: '300' });
  await waitFor(() => running.isEqual(), waitOptions);
  held().delete('44');
  await waitFor(() => running.isEqual(), waitOptions);
});
