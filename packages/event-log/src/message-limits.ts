import type { EventMessage } from './message';

/** A message with its headers, as Kafka's brokers bound it unless they are set otherwise. */
export const MAXIMUM_MESSAGE_BYTES = 1_000_000;

/** What is sent in one request, at most. */
const MAXIMUM_REQUEST_MESSAGES = 5_000;
/** What the log adds to a message; generous. */
const OVERHEAD_BYTES = 64;

/**
 * Cuts messages into requests of at most so many bytes, in order. One that is larger by itself goes alone.
 *
 * @throws RangeError when a message is too large for the log; then none should be sent.
 */
export function requestsOf(messages: readonly EventMessage[], maximumBytes: number): EventMessage[][] {
  const requests: EventMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    if (size > MAXIMUM_MESSAGE_BYTES) {
      throw new RangeError(
        `a message of ${size} bytes is larger than the ${MAXIMUM_MESSAGE_BYTES} that the log takes`,
      );
    }
    const current = requests.at(-1);
    if (!current || current.length === MAXIMUM_REQUEST_MESSAGES || bytes + size > maximumBytes) {
      requests.push([message]);
      bytes = size;
    } else {
      current.push(message);
      bytes += size;
    }
  }
  return requests;
}

function sizeOf({ key, headers, value }: EventMessage): number {
  let bytes = OVERHEAD_BYTES + Buffer.byteLength(key) + value.length;
  for (const name in headers) bytes += Buffer.byteLength(name) + Buffer.byteLength(headers[name]!);
  return bytes;
}
