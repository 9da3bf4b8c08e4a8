import type { EventMessage, StoredEvent } from '../message';

/** Headers added to a dead-lettered message; docs/events.md lists them. */
const HEADERS = {
  reason: 'dead_letter_reason',
  topic: 'dead_letter_topic',
  partition: 'dead_letter_partition',
  offset: 'dead_letter_offset',
  failedAt: 'dead_letter_failed_at',
  cutFrom: 'dead_letter_cut_from',
} as const;

/** The run that sent a message back, so that the same run does not send it back twice. */
const RETRY_HEADER = 'dead_letter_retry';

/** A message to dead-letter. A message rebuilt because its event is gone has no position in the topic. */
export type RejectedMessage = EventMessage &
  Pick<StoredEvent, 'topic'> &
  Partial<Pick<StoredEvent, 'partition' | 'offset'>>;

/** A dead letter's metadata. */
export interface DeadLetterFacts {
  reason: string;
  /** The topic it came from. */
  topic: string;
  /** Its place in that topic; undefined if unknown. */
  place: { partition: number; offset: string } | undefined;
  /** Milliseconds since the Unix epoch; 0 if unknown. */
  failedAtMs: number;
  /** The run that last sent it back; empty if none did. */
  retry: string;
}

/**
 * How much of a message is kept. A log accepts about a megabyte, and a message that could not be dead-lettered would
 * block all others.
 */
const MAXIMUM_VALUE_BYTES = 512 * 1024;
const MAXIMUM_TEXT_BYTES = 128 * 1024;

/**
 * A dead letter: the original message, plus why it was rejected, where it came from, and when. Truncated only if far
 * larger than any event.
 */
export function toDeadLetter(message: RejectedMessage, reason: string, failedAtMs: number): EventMessage {
  const { key, value, partition, offset } = message;
  const headerBytes = Object.entries(message.headers).reduce(
    (bytes, [name, text]) => bytes + Buffer.byteLength(name) + Buffer.byteLength(text),
    0,
  );
  return {
    key: Buffer.byteLength(key) > MAXIMUM_TEXT_BYTES ? '' : key,
    value: value.subarray(0, MAXIMUM_VALUE_BYTES),
    headers: {
      ...(headerBytes > MAXIMUM_TEXT_BYTES ? {} : message.headers),
      ...(value.length > MAXIMUM_VALUE_BYTES ? { [HEADERS.cutFrom]: String(value.length) } : {}),
      [HEADERS.reason]: reason,
      [HEADERS.topic]: message.topic,
      ...(partition === undefined ? {} : { [HEADERS.partition]: String(partition) }),
      ...(offset === undefined ? {} : { [HEADERS.offset]: String(offset) }),
      [HEADERS.failedAt]: new Date(failedAtMs).toISOString(),
    },
  };
}

/** @param fallbackTopic for a dead letter that does not name its origin. */
export function factsOf({ headers }: EventMessage, fallbackTopic: string): DeadLetterFacts {
  const [partition, offset] = [headers[HEADERS.partition], headers[HEADERS.offset]];
  return {
    reason: headers[HEADERS.reason] ?? '',
    topic: headers[HEADERS.topic] ?? fallbackTopic,
    place:
      partition === undefined || offset === undefined ? undefined : { partition: Number(partition), offset },
    failedAtMs: Date.parse(headers[HEADERS.failedAt] ?? '') || 0,
    retry: headers[RETRY_HEADER] ?? '',
  };
}

/** A dead letter as it is sent back: the original message and the run. */
export function toRetriedMessage({ key, value, headers }: EventMessage, retry: string): EventMessage {
  const names: ReadonlySet<string> = new Set(Object.values(HEADERS));
  const own = Object.entries(headers).filter(([name]) => !names.has(name));
  return { key, value, headers: { ...Object.fromEntries(own), [RETRY_HEADER]: retry } };
}
