import { SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { signals } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { messageOf } from '../src/feed/signal-event';
import { metricOf, waitOptions, signalOf, signalsOf, startTestIndexer } from './support/indexer';

const running = startBeforeAll(startTestIndexer);
beforeAll(async () => {
  await running.importSignals(signalsOf(1, 40));
  await running.importSignals([signalOf(5, { title: 'Second' })]);
  await running.importSignals([signalOf(5, { title: 'Third' })]);
  await running.settle();
});
beforeEach(() => running.embedding.embedded.splice(0));

const handled = () => metricOf(running.service, 'events_total', 'outcome="handled"');
const published = async () => (await running.log.read(SIGNALS_PUBLISHED_TOPIC, { limit: 1_000 })).messages;

it('publishes each signal, and those with the same id in the order of their versions', async () => {
  const events = (await published()).map(({ key, value }) => ({
    key,
    ...signals.SignalPublished.decode(value),
  }));
  expect(new Set(events.map(({ id }) => id)).size).toBe(40);
  for (const { key, id, version, eventId } of events) {
    expect(key).toBe(id);
    expect(eventId).toBe(`${id}:${version}`);
  }
  const five = events.filter(({ id }) => id === '5');
  expect(five.at(-1)!.title).toBe('Third');
  const versions = five.map(({ version }) => version);
  expect(versions).toEqual([...versions].sort((one, other) => Number(one - other)));
});

it('changes nothing when all events are delivered again', async () => {
  const messages = await published();
  const before = { points: running.points(), handled: await handled(), upserted: running.vectors.upserted };
  await running.publish(messages.map(({ key, headers, value }) => ({ key, headers, value })).reverse());
  await waitFor(async () => (await handled()) === before.handled + messages.length, waitOptions);
  expect(running.points()).toEqual(before.points);
  expect(running.embedding.embedded).toEqual([]);
  expect(running.vectors.upserted).toBe(before.upserted);
  expect(await running.isEqual()).toBe(true);
});

it('takes the highest version of an id in a batch, in any order', async () => {
  const before = await handled();
  const change = { withdrawn: false, id: '5', publishedAtMs: 0, ordinal: 4 } as const;
  const old = Array.from({ length: 30 }, (_, index) =>
    messageOf({ ...change, version: BigInt(index % 3) + 1n, title: `Old ${index}` }, new Date()),
  );
  await running.publish(old);
  await waitFor(async () => (await handled()) === before + 30, waitOptions);
  expect(running.embedding.embedded).toEqual([]);
  expect(await running.isEqual()).toBe(true);
});

it('republishes everything from a lost position, which changes nothing', async () => {
  const before = await handled();
  await running.service.destroy();
  await running.rows('UPDATE indexer.feed_position SET version = 0, id = 0');
  const service = await running.startService();
  await waitFor(async () => (await metricOf(service, 'published_total')) === 40, waitOptions);
  await waitFor(async () => (await metricOf(service, 'consumer_lag')) === 0, waitOptions);
  expect(await metricOf(service, 'feed_lag')).toBe(0);
  expect(before).toBeGreaterThan(0);
  expect(running.embedding.embedded).toEqual([]);
  expect(await running.isEqual()).toBe(true);
});
