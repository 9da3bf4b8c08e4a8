import { embedding as embeddingProto } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { isSettled, metricOf, waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeAll(startTestIndexer);
beforeEach(() => running.embedding.embedded.splice(0));

it('is complete at once while the catalog is empty', async () => {
  await running.settle();
  expect(await running.rows('SELECT * FROM catalog.vector_collection')).toMatchObject([
    {
      name: 'signals-fake-1',
      model_identity: 'fake-1',
      model_name: 'Fake model',
      dimensions: 32,
      signals: '0',
    },
  ]);
});

it("embeds imports in calls of the model's batch size, several at once", async () => {
  running.embedding.latencyMs = 5;
  await running.importSignals(signalsOf(1, 300));
  await running.settle();
  const { embedded, calls, atOnce, mostOften, purposes } = running.embedding;
  expect(new Set(embedded)).toEqual(new Set(signalsOf(1, 300).map(({ title }) => title)));
  expect(mostOften).toBe(1);
  expect(calls).toBeLessThan(60);
  expect(atOnce).toBeGreaterThan(1);
  expect(atOnce).toBeLessThanOrEqual(4);
  expect([...purposes]).toEqual([embeddingProto.Purpose.DOCUMENT]);
  expect(await running.isEqual()).toBe(true);
  await waitFor(async () => {
    const [row] = await running.rows('SELECT signals, embedded, completed_at FROM catalog.vector_collection');
    return row?.signals === '300' && row.embedded === '300' && row.completed_at !== null;
  });
  expect(await metricOf(running.service, 'embedded_total')).toBe(300);
  expect(await metricOf(running.service, 'events_total', 'outcome="handled"')).toBe(300);
  expect(await metricOf(running.service, 'leading')).toBe(1);
});

it('gives the index the fields that queries use', async () => {
  const publishedAt = '2026-11-19T08:00:00.123Z';
  await running.importSignals([signalOf('9999999999999999999', { publishedAt })]);
  await running.settle();
  const [{ version, ordinal } = { version: '', ordinal: 0 }] = await running.rows<{
    version: string;
    ordinal: number;
  }>(
    `SELECT version, ordinal FROM catalog.signal JOIN catalog.signal_document USING (id) WHERE id = 9999999999999999999`,
  );
  const point = running.points().get('9999999999999999999')!;
  expect(point).toMatchObject({
    version: BigInt(version),
    ordinal,
    publishedAtMs: BigInt(Date.parse(publishedAt)),
  });
  const vector = new Float32Array(Uint8Array.from(point.vector).buffer);
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});

it('embeds only a changed title', async () => {
  const before = running.points().get('7')!;
  await running.importSignals([signalOf(7, { title: 'Another title' }), ...signalsOf(8, 20)]);
  await running.settle();
  expect(running.embedding.embedded).toEqual(['Another title']);
  const after = running.points().get('7')!;
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.vector).not.toEqual(before.vector);
  expect(await running.isEqual()).toBe(true);
});

it('does not re-embed changes other than to the title', async () => {
  const before = running.points().get('21')!;
  await running.importSignals([signalOf(21, { category: 'hiring', publishedAt: '2026-11-18T00:00:00Z' })]);
  await running.settle();
  expect(running.embedding.embedded).toEqual([]);
  const after = running.points().get('21')!;
  expect(after.version).toBeGreaterThan(before.version);
  expect(after).toMatchObject({
    vector: before.vector,
    ordinal: before.ordinal,
    publishedAtMs: BigInt(Date.parse('2026-11-18T00:00:00Z')),
  });
  expect(await running.isEqual()).toBe(true);
  expect(await metricOf(running.service, 'reused_total')).toBe(1);
});

it('embeds a text once even if several signals in a batch share it', async () => {
  const same = Array.from({ length: 40 }, (_, index) => signalOf(1_000 + index, { title: 'The same' }));
  await running.importSignals(same);
  await running.settle();
  // At most one batch per partition, of which there are four.
  expect(running.embedding.embedded.length).toBeLessThanOrEqual(4);
  expect(running.points().get('1039')!.vector).toEqual(running.points().get('1000')!.vector);
  expect(await running.isEqual()).toBe(true);
});

it('embeds scheduled signals and tells the index when they are published', async () => {
  await running.importSignals([signalOf(2_000, { publishedAt: '2199-01-01T00:00:00Z' })]);
  await running.settle();
  expect(running.points().get('2000')!.publishedAtMs).toBe(BigInt(Date.parse('2199-01-01T00:00:00Z')));
  expect((await running.status()).signals).toBe(342n);
});

it('reports what remains, and never nothing when an import preceded the call', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.embedding.gate = () => opened;
  for (let round = 0; round < 10; round += 1) {
    await running.importSignals([signalOf(3_000 + round)]);
    const { remaining, lag, complete } = await running.status();
    expect(complete).toBe(true);
    expect(remaining).toBeGreaterThan(0n);
    expect(lag).toBeGreaterThan(0n);
  }
  open();
  await waitFor(async () => isSettled(await running.status()), waitOptions);
  expect(await running.status()).toEqual({
    collection: 'signals-fake-1',
    model: 'Fake model',
    signals: 352n,
    embedded: 352n,
    remaining: 0n,
    dead: 0n,
    complete: true,
    repairing: false,
    blocker: '',
    lag: 0n,
  });
});
