import { ServiceError } from '@heliograph/runtime';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import {
  call,
  isSettled,
  metricOf,
  waitOptions,
  silent,
  signalsOf,
  startTestIndexer,
} from './support/indexer';

const running = startBeforeEach(startTestIndexer);
beforeEach(async () => {
  await running.importSignals(signalsOf(1, 30));
  await running.settle();
});

const blocker = async () => (await running.status()).blocker;

it('waits for an unavailable provider, reports it, and resumes by itself', async () => {
  running.embedding.failure = new ServiceError(
    'semantic_unavailable',
    'The embedding provider does not answer: check EMBEDDING_URL.',
  );
  await running.importSignals(signalsOf(31, 100));
  await waitFor(async () => (await blocker()) !== '', waitOptions);
  expect(await running.status()).toMatchObject({
    blocker: 'The embedding provider does not answer: check EMBEDDING_URL.',
    complete: true,
    embedded: 30n,
    remaining: 70n,
  });
  expect(await metricOf(running.service, 'held_up', 'part="embedding"')).toBe(1);
  const tries = running.embedding.calls;
  await waitFor(() => running.embedding.calls > tries + 8, waitOptions);
  running.embedding.failure = undefined;
  await running.settle();
  expect(await blocker()).toBe('');
  expect(running.embedding.mostOften).toBe(1);
  expect(await running.isEqual()).toBe(true);
  expect(await metricOf(running.service, 'failures_total', 'part="embedding"')).toBeGreaterThan(8);
  expect((await running.client.listDeadLetters({ limit: 10, after: '' }, call)).deadLetters).toEqual([]);
});

it('waits for an unavailable embedding service, even at startup', async () => {
  await running.embedding.stop();
  await waitFor(async () => (await blocker()) === 'The embedding service is not responding.', waitOptions);
  await running.service.destroy();
  const service = await running.startService();
  const client = running.connect(service.address);
  await running.importSignals(signalsOf(31, 60));
  await waitFor(async () => (await client.getStatus({}, call)).blocker !== '', waitOptions);
  expect(await client.getStatus({}, call)).toMatchObject({
    collection: '',
    signals: 60n,
    remaining: 60n,
    complete: false,
  });
  await running.embedding.start();
  await waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
  expect(await running.isEqual()).toBe(true);
  expect(running.embedding.mostOften).toBe(1);
});

it('waits for an unavailable index without re-embedding what it could not store', async () => {
  await running.vectors.stop();
  await running.importSignals(signalsOf(31, 100));
  await waitFor(async () => (await blocker()) === 'The vector index is not responding.', waitOptions);
  await waitFor(() => running.embedding.embedded.length === 100, waitOptions);
  expect((await running.status()).remaining).toBe(70n);
  await running.vectors.start();
  await running.settle();
  expect(running.embedding.mostOften).toBe(1);
  expect(await blocker()).toBe('');
  expect(await running.isEqual()).toBe(true);
});

it('stays blocked while the index can be read but not written', async () => {
  running.vectors.gate = () => Promise.reject(new ServiceError('unavailable', 'The disk is full.'));
  await running.importSignals(signalsOf(31, 40));
  await waitFor(async () => (await blocker()) !== '', waitOptions);
  const prepared = running.vectors.prepared;
  const seen = new Set<string>();
  await waitFor(async () => {
    seen.add(await blocker());
    return running.vectors.prepared > prepared + 10;
  }, waitOptions);
  expect([...seen]).toEqual(['The vector index is not responding.']);
  running.vectors.gate = () => Promise.resolve();
  await running.settle();
  expect(await blocker()).toBe('');
});

it('idles without a provider, does not log repeatedly, and embeds everything once there is one', async () => {
  await running.service.destroy();
  running.embedding.none = new ServiceError(
    'semantic_unavailable',
    'No embedding provider is configured: set EMBEDDING_PROVIDER.',
  );
  const lines: string[] = [];
  const logger = { warn: (...line: unknown[]) => lines.push(JSON.stringify(line)) };
  const service = await running.startService({}, { logger: Object.assign(Object.create(silent), logger) });
  const client = running.connect(service.address);
  await running.importSignals(signalsOf(31, 60));
  await running.withdraw('1');
  await waitFor(async () => (await client.getStatus({}, call)).lag === 0n, waitOptions);
  expect(await client.getStatus({}, call)).toMatchObject({
    blocker: 'No embedding provider is configured: set EMBEDDING_PROVIDER.',
    collection: '',
    signals: 59n,
    remaining: 59n,
    lag: 0n,
  });
  expect(running.points().has('1')).toBe(false);
  await expect(client.compare({}, call)).rejects.toMatchObject({ code: 'semantic_unavailable' });
  expect(lines).toHaveLength(1);
  expect(running.embedding.embedded).toHaveLength(30);
  running.embedding.none = undefined;
  await waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
  expect(await running.isEqual()).toBe(true);
  expect(running.embedding.mostOften).toBe(1);
});

it('embeds what was imported while the provider was briefly gone', async () => {
  await running.service.destroy();
  // Makes the leader check the model more often.
  const service = await running.startService({ MODEL_INTERVAL_MS: '1000' });
  const client = running.connect(service.address);
  const status = () => client.getStatus({}, call);
  await waitFor(async () => (await metricOf(service, 'leading')) === 1, waitOptions);
  await waitFor(async () => isSettled(await status()), waitOptions);
  running.embedding.none = new ServiceError('semantic_unavailable', 'No embedding provider is configured.');
  await waitFor(async () => (await status()).collection === '', waitOptions);
  await running.importSignals(signalsOf(31, 60));
  await waitFor(async () => (await status()).lag === 0n, waitOptions);
  running.embedding.none = undefined;
  await waitFor(async () => isSettled(await status()), waitOptions);
  expect(await running.isEqual()).toBe(true);
  expect(running.embedding.mostOften).toBe(1);
});

it('continues after losing its database connections', async () => {
  for (let round = 0; round < 5; round += 1) {
    await running.importSignals(signalsOf(100 + 100 * round, 160 + 100 * round));
    await running.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'heliograph-indexer%'`,
    );
  }
  await waitFor(async () => isSettled(await running.status()), waitOptions);
  expect(await running.isEqual()).toBe(true);
});
