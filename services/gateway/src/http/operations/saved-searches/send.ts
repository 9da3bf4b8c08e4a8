import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { Exchange } from '../../exchange';

/** Sends data that costs no records and may contain a secret, so it is not compressed. */
export function sendUncompressed(exchange: Exchange, status: number, data: unknown): void {
  exchange.setHeader('X-Records-Consumed', '0');
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(status, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
}
