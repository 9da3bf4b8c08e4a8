import { deadLetterTopic, SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { messageOf } from '../src/feed/signal-event';
import { call, metricOf, waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeEach(startTestIndexer);

const list = async () =>
  (await running.client.listDeadLetters({ limit: 1_000, after: '' }, call)).deadLetters;

it('sets aside texts that can never be embedded, remembers them, and continues with the rest', async () => {
  running.embedding.refuses = (text) => text.endsWith('7');
  await running.importSignals(signalsOf(1, 60));
  await running.settle();
  expect(await running.status()).toMatchObject({
    signals: 60n,
    embedded: 54n,
    dead: 6n,
    remaining: 0n,
    complete: true,
  });
  expect(running.embedding.mostOften).toBe(1);
  const letters = await list();
  expect(letters.map(({ signalId }) => Number(signalId)).sort((one, other) => one - other)).toEqual([
    7, 17, 27, 37, 47, 57,
  ]);
  expect(letters[0]).toMatchObject({
    eventId: expect.stringMatching(/^\d*7:\d+$/) as string,
    reason: 'is too long for the model',
    sourceTopic: SIGNALS_PUBLISHED_TOPIC,
    sourceOffset: expect.stringMatching(/^\d+$/) as string,
  });
  expect(Date.parse(letters[0]!.failedAt)).toBeGreaterThan(Date.now() - 60_000);
  expect(await running.client.compare({}, call)).toMatchObject({ missing: 0n, surplus: 0n, points: 54n });
  expect(await metricOf(running.service, 'dead_letters')).toBe(6);
  expect(await metricOf(running.service, 'events_total', 'outcome="dead_lettered"')).toBe(6);
});

it('removes a point whose signal has a new title that cannot be embedded', async () => {
  await running.importSignals(signalsOf(1, 10));
  await running.settle();
  running.embedding.refuses = (text) => text === 'Refused';
  await running.importSignals([signalOf(4, { title: 'Refused' })]);
  await waitFor(async () => (await running.status()).dead === 1n, waitOptions);
  // It is set aside before it leaves the index.
  await running.settle();
  expect(running.points().has('4')).toBe(false);
  await running.importSignals([signalOf(4, { title: 'Mended' })]);
  await waitFor(() => running.points().has('4'), waitOptions);
  await running.settle();
  expect((await running.status()).dead).toBe(0n);
  expect(await running.isEqual()).toBe(true);
  // The retried event is older than the stored one.
  expect(await running.client.retryDeadLetters({}, call)).toEqual({ retried: 1n });
  await running.settle();
  expect(running.embedding.embedded.filter((text) => text === 'Refused')).toEqual([]);
  expect(await running.isEqual()).toBe(true);
});

it('retries dead letters: each is embedded or returns', async () => {
  running.embedding.refuses = (text) => /[78]$/.test(text);
  await running.importSignals(signalsOf(1, 20));
  await running.settle();
  expect((await running.status()).dead).toBe(4n);
  running.embedding.refuses = (text) => text.endsWith('8');
  expect(await running.client.retryDeadLetters({}, call)).toEqual({ retried: 4n });
  await waitFor(async () => (await running.status()).dead === 2n, waitOptions);
  await running.settle();
  await waitFor(async () => (await list()).length === 2, waitOptions);
  expect((await list()).map(({ signalId }) => signalId).sort()).toEqual(['18', '8']);
  running.embedding.refuses = () => false;
  await running.client.retryDeadLetters({}, call);
  await waitFor(async () => (await running.status()).dead === 0n, waitOptions);
  await running.settle();
  expect(await running.isEqual()).toBe(true);
});

it('sets aside messages that are not signal events', async () => {
  await running.importSignals(signalsOf(1, 3));
  await running.settle();
  const good = messageOf(
    { withdrawn: false, id: '1', version: 1n, title: 'T', publishedAtMs: 0, ordinal: 0 },
    new Date(),
  );
  await running.publish([
    { ...good, value: Buffer.from([0xff]) },
    { ...good, headers: { ...good.headers, ce_id: '1:2' } },
    { key: 'x', headers: {}, value: Buffer.alloc(0) },
  ]);
  await waitFor(async () => (await list()).length === 3, waitOptions);
  expect((await list()).map(({ reason }) => reason).sort()).toEqual([
    'event_id is not the id in the header ce_id',
    'header ce_specversion is missing',
    'the data is not a SignalPublished message',
  ]);
  await running.settle();
  expect((await running.status()).dead).toBe(0n);
  expect(
    (await running.log.read(deadLetterTopic(SIGNALS_PUBLISHED_TOPIC), { limit: 10 })).messages,
  ).toHaveLength(3);
});

it('lists pages', async () => {
  running.embedding.refuses = () => true;
  await running.importSignals(signalsOf(1, 5));
  await running.settle();
  const seen: string[] = [];
  let after = '';
  do {
    const page = await running.client.listDeadLetters({ limit: 2, after }, call);
    seen.push(...page.deadLetters.map(({ signalId }) => signalId));
    after = page.next;
  } while (after !== '');
  expect(seen.sort()).toEqual(['1', '2', '3', '4', '5']);
  for (const bad of [
    { limit: 0, after: '' },
    { limit: 1_001, after: '' },
    { limit: 1, after: 'bogus' },
  ]) {
    await expect(running.client.listDeadLetters(bad, call)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  }
});

it('sets aside signals that the backfill cannot embed', async () => {
  await running.importSignals(signalsOf(1, 10));
  await running.settle();
  await running.rows('DELETE FROM indexer.vector WHERE id = 3');
  await running.rows('DELETE FROM indexer.signal WHERE id = 3');
  running.embedding.refuses = () => true;
  await running.client.startRepair({}, call);
  await waitFor(async () => (await running.status()).dead === 1n, waitOptions);
  await waitFor(async () => (await list()).length === 1, waitOptions);
  expect((await list())[0]).toMatchObject({
    signalId: '3',
    sourceTopic: SIGNALS_PUBLISHED_TOPIC,
    sourceOffset: '',
  });
  running.embedding.refuses = () => false;
  await running.client.retryDeadLetters({}, call);
  await waitFor(() => running.isEqual(), waitOptions);
});
