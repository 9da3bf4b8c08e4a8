import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import { setFreeRecords } from '../../../charging/records-remaining';
import type { GatewayContext } from '../../../context';
import type { Exchange } from '../../exchange';

/** Sends data that costs no records and may contain a secret, so it is not compressed. */
export async function sendUncompressed(
  context: GatewayContext,
  exchange: Exchange,
  status: number,
  data: unknown,
): Promise<void> {
  await setFreeRecords(context, exchange);
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(status, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
}
