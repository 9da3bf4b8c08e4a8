import { StaticFile } from '@heliograph/edge';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '@heliograph/runtime';
import { clientDocument } from '../../openapi/client-document';
import { openApiDocument } from '../../openapi/document';
import { errorsPage } from '../../reference/errors-page';
import { notFoundPage } from '../../reference/not-found-page';
import { clientReferencePage, referencePage } from '../../reference/reference-page';
import { sendStatic } from '../compressed';
import type { Operation } from '../operation';

const PUBLIC_DIRECTORY = join(__dirname, '..', '..', '..', 'public');

/** Pages load what we serve ourselves and nothing else, and nothing inline. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

const HTML_CONTENT_TYPE = 'text/html; charset=utf-8';

const PAGE_HEADERS = [
  ['Content-Security-Policy', PAGE_POLICY],
  ['Referrer-Policy', 'no-referrer'],
] as const;

/** An operation that answers with one text, made once at the start, to whoever asks. */
function staticText(
  name: string,
  contentType: string,
  text: string,
  headers: readonly (readonly [string, string])[] = [],
): Operation {
  const file = new StaticFile(contentType, Buffer.from(text));
  return {
    name,
    methods: ['GET', 'HEAD'],
    async handle(_context, exchange) {
      for (const [header, value] of headers) exchange.setHeader(header, value);
      await sendStatic(exchange, file, 'public, no-cache');
    },
  };
}

function asset(name: string, file: string, contentType: string): Operation {
  return staticText(name, contentType, readFileSync(join(PUBLIC_DIRECTORY, file), 'utf8'));
}

/** `GET /api/v1/openapi.json` */
export const getOpenApiDocument = staticText(
  'getOpenApiDocument',
  'application/json; charset=utf-8',
  JSON.stringify(openApiDocument),
);

/** `GET /docs` */
export const getReference = staticText('getReference', HTML_CONTENT_TYPE, referencePage(), PAGE_HEADERS);

/** `GET /api/cli/v1/openapi.json` */
export const getCliOpenApiDocument = staticText(
  'getOpenApiDocument',
  'application/json; charset=utf-8',
  JSON.stringify(clientDocument),
);

/** `GET /docs/cli` */
export const getCliReference = staticText(
  'getReference',
  HTML_CONTENT_TYPE,
  clientReferencePage(),
  PAGE_HEADERS,
);

/** `GET /docs/errors` */
export const getErrorReference = staticText(
  'getErrorReference',
  HTML_CONTENT_TYPE,
  errorsPage(),
  PAGE_HEADERS,
);

/** `GET /docs/reference.css` */
export const getStyleSheet = asset('getStyleSheet', 'reference.css', 'text/css; charset=utf-8');

/** `GET /docs/reference.js` */
export const getScript = asset('getScript', 'reference.js', 'text/javascript; charset=utf-8');

/** `GET /favicon.ico`: browsers ask for it wherever they are. */
export const getIcon = asset('getIcon', 'favicon.svg', 'image/svg+xml');

const notFound = new StaticFile(HTML_CONTENT_TYPE, Buffer.from(notFoundPage()));

/** Any other path below `/docs/`: a page for people, a problem document for programs; `/docs/` itself is `/docs`. */
export const unknownPage: Operation = {
  name: 'unknownPage',
  methods: ['GET', 'HEAD'],
  async handle(_context, exchange) {
    if (exchange.path === '/docs/') {
      exchange.setHeader('Location', '/docs');
      exchange.sendEmpty(302);
      return;
    }
    if (!exchange.request.headers.accept?.includes('text/html')) {
      throw new ServiceError('not_found', 'There is no such page. The reference is at /docs.');
    }
    exchange.code = 'not_found';
    for (const [header, value] of PAGE_HEADERS) exchange.setHeader(header, value);
    await sendStatic(exchange, notFound, 'no-cache', 404);
  },
};
/** Where the dashboard is only the configuration knows; pages are made before it is read, and link to these. */
function redirectToDashboard(name: string, path: string): Operation {
  return {
    name,
    methods: ['GET', 'HEAD'],
    handle({ config }, exchange) {
      exchange.setHeader('Location', `${config.dashboardUrl}${path}`);
      exchange.sendEmpty(302);
    },
  };
}

/** `GET /docs/guides` */
export const redirectToGuides = redirectToDashboard('redirectToGuides', '/docs');

/** `GET /docs/dashboard` */
export const redirectToStart = redirectToDashboard('redirectToDashboard', '/');

/** `GET /`: people who open the address in a browser are shown the reference. */
export const redirectToReference: Operation = {
  name: 'redirectToReference',
  methods: ['GET', 'HEAD'],
  handle(_context, exchange) {
    exchange.setHeader('Location', '/docs');
    exchange.sendEmpty(302);
  },
};
