import { startBeforeEach, waitFor } from '@heliograph/testing';
import { waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const SIGNALS = 700;
const second = { name: 'Better model', identity: 'fake-2', dimensions: 24, largestBatch: 32 };

const running = startBeforeEach(() => startTestIndexer({ COLLECTION_GRACE_MS: '600' }));
beforeEach(async () => {
  await running.importSignals(signalsOf(1, SIGNALS));
  await running.settle();
  running.embedding.embedded.splice(0);
});

const collections = () =>
  running.rows<{ name: string; is_complete: boolean }>(
    'SELECT name, completed_at IS NOT NULL AS is_complete FROM catalog.vector_collection ORDER BY name',
  );

it('builds a new collection beside the old one, switches when it is complete, and then drops the old one', async () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  running.embedding.gate = () => (running.embedding.calls > 60 ? opened : Promise.resolve());
  running.embedding.model = second;
  await waitFor(async () => (await running.status()).model === 'Better model', waitOptions);
  await waitFor(() => running.embedding.embedded.length > 0, waitOptions);
  expect(await collections()).toEqual([
    { name: 'signals-fake-1', is_complete: true },
    { name: 'signals-fake-2', is_complete: false },
  ]);
  expect(running.vectors.points('signals-fake-1')).toHaveLength(SIGNALS);
  // Only the new collection receives it; a withdrawal applies to both.
  await running.withdraw('9');
  await waitFor(() => running.vectors.points('signals-fake-1').length === SIGNALS - 1, waitOptions);
  open();
  await running.settle();
  expect(await running.isEqual()).toBe(true);
  expect(running.embedding.mostOften).toBe(1);
  await waitFor(async () => (await collections()).length === 1, waitOptions);
  await waitFor(() => !running.vectors.collections.has('signals-fake-1'), waitOptions);
  await waitFor(async () => (await running.rows('SELECT FROM indexer.collection')).length === 1, waitOptions);
  const [left] = await running.rows<{ tables: number }>(
    `SELECT count(*)::int AS tables FROM pg_inherits WHERE inhparent IN ('indexer.signal'::regclass, 'indexer.vector'::regclass)`,
  );
  expect(left).toEqual({ tables: 2 });
  expect(running.vectors.points('signals-fake-2')[0]!.vector).toHaveLength(4 * 24);
});

it('never mixes vectors of two models, even when the model changes during embedding', async () => {
  let isChanged = false;
  running.embedding.latencyMs = 5;
  running.embedding.gate = async () => {
    if (running.embedding.calls > 55 && !isChanged) {
      isChanged = true;
      running.embedding.model = second;
    }
  };
  await running.importSignals([...signalsOf(1_000, 1_400), signalOf(3, { title: 'New title' })]);
  await waitFor(() => isChanged, waitOptions);
  await waitFor(async () => (await running.status()).model === 'Better model', waitOptions);
  await running.settle();
  expect(await running.isEqual()).toBe(true);
  const points = running.vectors.points('signals-fake-2');
  expect(points).toHaveLength(SIGNALS + 401);
  expect(points.every(({ vector }) => vector.length === 4 * 24)).toBe(true);
});

it("reuses a model's vectors if it returns in time", async () => {
  await running.service.destroy();
  running.service = await running.startService({ COLLECTION_GRACE_MS: '600000' });
  running.embedding.model = second;
  const client = running.connect(running.service.address);
  await waitFor(
    async () => (await client.getStatus({}, { requestId: 'r' })).model === 'Better model',
    waitOptions,
  );
  await waitFor(async () => (await client.getStatus({}, { requestId: 'r' })).complete, waitOptions);
  await running.importSignals([signalOf(800)]);
  running.embedding.model = { ...second, name: 'Fake model', identity: 'fake-1', dimensions: 32 };
  running.embedding.embedded.splice(0);
  await waitFor(
    async () => (await client.getStatus({}, { requestId: 'r' })).model === 'Fake model',
    waitOptions,
  );
  await waitFor(() => running.isEqual(), waitOptions);
  // The new signal; possibly also for the previous model, if it was still in use when the event arrived.
  expect(new Set(running.embedding.embedded).size).toBeLessThanOrEqual(1);
  expect(running.embedding.mostOften).toBeLessThanOrEqual(2);
});
