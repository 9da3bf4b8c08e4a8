import type { EventMessage } from './message';

/** Maximum size of a message with its headers: the Kafka brokers' default. */
export const MAXIMUM_MESSAGE_BYTES = 1_000_000;

/** Maximum messages per request. */
const MAXIMUM_REQUEST_MESSAGES = 5_000;
/** The log's overhead per message, generously. */
const OVERHEAD_BYTES = 64;

/**
 * Splits messages, in order, into requests of at most `maximumBytes`. A larger message gets its own request.
 *
 * @throws RangeError if a message is too large for the log; then none should be sent.
 */
export function requestsOf(messages: readonly EventMessage[], maximumBytes: number): EventMessage[][] {
  const requests: EventMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    if (size > MAXIMUM_MESSAGE_BYTES) {
      throw new RangeError(`a message of ${size} bytes exceeds the log's limit of ${MAXIMUM_MESSAGE_BYTES}`);
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
