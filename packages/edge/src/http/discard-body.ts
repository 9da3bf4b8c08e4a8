import type { IncomingMessage } from 'node:http';

/** More than this is not read to be polite; the connection is cut. */
export const MAXIMUM_DISCARDED_BYTES = 1_048_576;

/**
 * Throws the body of a request away as it comes. A client that is still sending would not see an answer behind which the
 * connection closes, so a body of up to 1 MiB is taken in; how long it may take is bounded by the request timeout.
 */
export function discardBody(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAXIMUM_DISCARDED_BYTES) request.socket.destroy();
  });
}
