import { StaticFile } from '@heliograph/runtime';
import { clientDocument } from '@heliograph/contract';
import { openApiDocument } from '@heliograph/contract';
import { sendStatic } from '../compressed';
import type { Operation } from '../operation';

/** Answers with a document, made once at the start, without a credential. */
function documentOperation(document: object): Operation {
  const file = new StaticFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(document)));
  return {
    name: 'getOpenApiDocument',
    methods: ['GET', 'HEAD'],
    handle: (_context, exchange) => sendStatic(exchange, file, 'public, no-cache'),
  };
}

/** `GET /api/v1/openapi.json` */
export const getOpenApiDocument = documentOperation(openApiDocument);

/** `GET /api/cli/v1/openapi.json` */
export const getCliOpenApiDocument = documentOperation(clientDocument);
