import { JSON_CONTENT_TYPE, sendCompressible } from '@heliograph/edge';
import { setFreeRecords } from '../charging/records-remaining';
import type { GatewayContext } from '../context';
import type { Exchange } from './exchange';

/** Sends data that costs no records. */
export async function sendFree(context: GatewayContext, exchange: Exchange, data: unknown): Promise<void> {
  await setFreeRecords(context, exchange);
  exchange.setHeader('Cache-Control', 'no-store');
  await sendCompressible(exchange, 200, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
}
