import {
  InvalidEventError,
  parseCloudEvent,
  SIGNALS_PUBLISHED_TYPE,
  type EventMessage,
} from '@heliograph/event-log';
import { signals } from '@heliograph/proto';
import { isSignalId, type SignalChange } from '../domain/signal';

/** The largest version that a table and an index represent exactly. */
const LARGEST_VERSION = BigInt(Number.MAX_SAFE_INTEGER);
const LARGEST_ORDINAL = 0x7fff_ffff;

/**
 * A message's signal change, validated.
 *
 * @throws InvalidEventError saying what is wrong, without any of the content.
 */
export function decodeEvent(message: EventMessage): SignalChange {
  const { id: eventId, type, data } = parseCloudEvent(message);
  required(type === SIGNALS_PUBLISHED_TYPE, `header ce_type is not ${SIGNALS_PUBLISHED_TYPE}`);
  const event = decodeData(data);
  const { id, version, title, publishedAt, ordinal } = event;
  required(isSignalId(id), 'id is not 1 to 19 digits');
  required(version > 0n && version <= LARGEST_VERSION, 'version is not a positive number');
  required(event.eventId === `${id}:${version}`, 'event_id is not made of id and version');
  required(event.eventId === eventId, 'event_id is not the id in the header ce_id');
  if (event.withdrawn) return { withdrawn: true, id, version };
  required(title !== '', 'title is missing');
  const publishedAtMs = publishedAt?.getTime() ?? NaN;
  required(Number.isSafeInteger(publishedAtMs), 'published_at is missing');
  required(ordinal <= LARGEST_ORDINAL, `ordinal is more than ${LARGEST_ORDINAL}`);
  return { withdrawn: false, id, version, title, publishedAtMs, ordinal };
}

function required(condition: boolean, reason: string): void {
  if (!condition) throw new InvalidEventError(reason);
}

function decodeData(data: Buffer): signals.SignalPublished {
  try {
    return signals.SignalPublished.decode(data);
  } catch {
    // The reader's message could repeat content.
    throw new InvalidEventError('the data is not a SignalPublished message');
  }
}
