import type { EventMessage } from '@heliograph/event-log';
import type { SignalChange } from '../domain/signal';
import { Feed } from './feed';

const HOUR_MS = 3_600_000;

const changes = Array.from({ length: 30 }, (_, index): SignalChange => ({
  withdrawn: false,
  id: String(index + 1),
  version: 1n,
  title: 'Title',
  publishedAtMs: 0,
  ordinal: index,
}));

/** A catalog of 30 changes, and whoever publishes them, ten at a time. */
function feedOf(writer: { isAtWork: boolean; asked: () => void }) {
  const published: EventMessage[] = [];
  let position = 0;
  const session = {
    catalogVersion: () => Promise.resolve('1'),
    isWriterAtWork: () => {
      writer.asked();
      return Promise.resolve(writer.isAtWork);
    },
    readPosition: () => Promise.resolve({ version: '0', id: '0' }),
    readChanges: ({ id }: { id: string }, limit: number) =>
      Promise.resolve(changes.slice(Number(id), Number(id) + limit)),
    movePosition: ({ id }: { id: string }) => {
      position = Number(id);
      return Promise.resolve();
    },
  };
  const feed = new Feed({
    publish: (_topic, messages) => {
      published.push(...messages);
      return Promise.resolve();
    },
    onWithdrawn: () => Promise.resolve(),
    pollIntervalMs: HOUR_MS,
    maximumBatch: 10,
    standBackMs: HOUR_MS,
    obstacles: { watch: (_part, work) => work() },
    metrics: { published: () => undefined },
  });
  return { run: (signal: AbortSignal) => feed.run(session, signal), published, position: () => position };
}

it('publishes a batch and stands back while an import is under way', async () => {
  const stopping = new AbortController();
  const feed = feedOf({ isAtWork: true, asked: () => setImmediate(() => stopping.abort()) });
  await feed.run(stopping.signal);
  expect(feed.published).toHaveLength(10);
  expect(feed.position()).toBe(10);
});

it('publishes one batch after the other otherwise', async () => {
  const stopping = new AbortController();
  let batches = 0;
  const asked = () => {
    batches += 1;
    if (batches === 3) setImmediate(() => stopping.abort());
  };
  const feed = feedOf({ isAtWork: false, asked });
  await feed.run(stopping.signal);
  expect(feed.published.map(({ key }) => key)).toEqual(changes.map(({ id }) => id));
});
