import { REQUEST_LIMITS } from '@heliograph/contract';
import type { IncomingMessage } from 'node:http';

/**
 * Discards a request's body as it arrives. A client that is still sending would miss the response if the connection
 * closed, so up to 1 MiB is read; the request timeout bounds the time.
 */
export function discardBody(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > REQUEST_LIMITS.bodyBytes) request.socket.destroy();
  });
}
