import { matchesEntityTag } from '../content/entity-tag';
import type { StaticFile } from '../content/static-file';
import type { Exchange } from './exchange';

/** Such a file is named by its content, so it never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** May be cached, but must be revalidated each time. */
export const REVALIDATED = 'no-cache';

/** Sends a file, or 304 if the client already has it. */
export async function sendFile(
  exchange: Exchange,
  file: StaticFile,
  cacheControl: string,
  status = 200,
): Promise<void> {
  const { headers } = exchange.request;
  const encoding = file.encodingFor(headers['accept-encoding']);
  const entityTag = file.entityTag(encoding);
  exchange.setHeader('Cache-Control', cacheControl);
  exchange.setHeader('Vary', 'Accept-Encoding');
  if (status === 200) {
    exchange.setHeader('ETag', entityTag);
    if (matchesEntityTag(headers['if-none-match'], entityTag)) {
      exchange.sendEmpty(304);
      return;
    }
  }
  if (encoding !== undefined) exchange.setHeader('Content-Encoding', encoding);
  exchange.send(status, file.contentType, await file.read(encoding));
}
