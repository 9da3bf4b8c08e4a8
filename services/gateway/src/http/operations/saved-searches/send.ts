import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { Exchange } from '../../exchange';

/** Answers with data that costs no records and may hold a secret, so that it is not compressed. */
export function sendUncompressed(exchange: Exchange, status: number, data: unknown): void {
  exchange.setHeader('X-Records-Consumed', '0');
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(status, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
}
