import { clientDocument, openApiDocument } from '@heliograph/contract';
import { JSON_CONTENT_TYPE, sendFile, StaticFile } from '@heliograph/edge';
import type { Operation } from '../operation';

/** Sends a document that is created once at startup; requires no credential. */
function documentOperation(document: object): Operation {
  const file = new StaticFile(JSON_CONTENT_TYPE, Buffer.from(JSON.stringify(document)));
  return {
    name: 'getOpenApiDocument',
    methods: ['GET', 'HEAD'],
    handle: (_context, exchange) => sendFile(exchange, file, 'public, no-cache'),
  };
}

/** `GET /api/v1/openapi.json` */
export const getOpenApiDocument = documentOperation(openApiDocument);

/** `GET /api/cli/v1/openapi.json` */
export const getCliOpenApiDocument = documentOperation(clientDocument);
