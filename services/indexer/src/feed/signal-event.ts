import { CATALOG_SOURCE, SIGNALS_PUBLISHED_TYPE, toMessage, type EventMessage } from '@heliograph/event-log';
import { signals } from '@heliograph/proto';
import type { FeedChange } from '../domain/signal';

/**
 * The message with a signal's current state. Its id identifies the signal and the change, so publishing it again is the
 * same event.
 *
 * @param time of publishing.
 */
export function messageOf(change: FeedChange, time: Date): EventMessage {
  const { id, version } = change;
  const eventId = `${id}:${version}`;
  const data = signals.SignalPublished.encode({
    eventId,
    id,
    version,
    withdrawn: change.withdrawn,
    title: change.withdrawn ? '' : change.title,
    publishedAt: change.withdrawn ? undefined : new Date(change.publishedAtMs),
    ordinal: change.withdrawn ? 0 : change.ordinal,
    sameItem: change.isSameItem ?? false,
  }).finish();
  return toMessage(
    {
      id: eventId,
      type: SIGNALS_PUBLISHED_TYPE,
      source: CATALOG_SOURCE,
      time,
      data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    },
    id,
  );
}
