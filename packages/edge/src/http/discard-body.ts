import type { IncomingMessage } from 'node:http';

/** Beyond this the connection is cut. */
export const MAXIMUM_DISCARDED_BYTES = 1_048_576;

/**
 * Discards a request's body as it arrives. A client that is still sending would not see a response after which the
 * connection closes, so up to 1 MiB is read; the request timeout bounds the time.
 */
export function discardBody(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAXIMUM_DISCARDED_BYTES) request.socket.destroy();
  });
}
