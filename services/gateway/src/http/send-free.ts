import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import { sendCompressible } from './compressed';
import type { Exchange } from './exchange';

/** Sends data that costs no records. */
export async function sendFree(exchange: Exchange, data: unknown): Promise<void> {
  exchange.setHeader('X-Records-Consumed', '0');
  exchange.setHeader('Cache-Control', 'no-store');
  await sendCompressible(exchange, 200, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
}
