import { matchesEntityTag, type StaticFile } from '@heliograph/edge';
import type { Exchange } from './exchange';

/** Sends static content, or 304 if the client already has it. */
export async function sendStatic(exchange: Exchange, file: StaticFile, cacheControl: string): Promise<void> {
  const { headers } = exchange.request;
  const encoding = file.encodingFor(headers['accept-encoding']);
  const entityTag = file.entityTag(encoding);
  exchange.setHeader('Cache-Control', cacheControl);
  exchange.setHeader('Vary', 'Accept-Encoding');
  exchange.setHeader('ETag', entityTag);
  if (matchesEntityTag(headers['if-none-match'], entityTag)) {
    exchange.sendEmpty(304);
    return;
  }
  if (encoding !== undefined) exchange.setHeader('Content-Encoding', encoding);
  exchange.send(200, file.contentType, await file.read(encoding));
}
