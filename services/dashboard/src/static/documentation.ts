import { REVALIDATED, sendFile, type StaticFile } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { Operation } from '../http/operation';
import { policyWithConnections } from '../http/security-headers';

const ROOT = '/docs';
/** Files named by their content, except for the addresses in it, which a new configuration changes. */
const HASHED = /^assets\/.+\.[\w-]{8}(?:\.lean)?\.\w+$/;
const HASHED_CACHE_CONTROL = 'public, max-age=3600';
/** For readers who followed a dead link. */
const NOT_FOUND = 'not-found.html';

/**
 * The public documentation: `/docs/paging` is the built `paging.html`. Each page has one address, without an extension
 * or trailing slash, except the first.
 */
export function documentation(files: ReadonlyMap<string, StaticFile>): Operation {
  return {
    name: 'documentation',
    methods: ['GET', 'HEAD'],
    async handle(context, exchange) {
      // The API reference sends requests from the reader's browser.
      exchange.setHeader(
        'Content-Security-Policy',
        policyWithConnections(new URL(context.config.apiUrl).origin),
      );
      const path = exchange.path === '/llms.txt' ? 'llms.txt' : exchange.path.slice(ROOT.length + 1);
      const name = path.replace(/\/$/, '');
      const file = files.get(name) ?? files.get(`${name === '' ? 'index' : name}.html`);
      const notFound = files.get(NOT_FOUND);
      if (!file || file === notFound) {
        if (notFound && exchange.header('accept')?.includes('text/html')) {
          return sendFile(exchange, notFound, REVALIDATED, 404);
        }
        throw new ServiceError('not_found', 'There is no such page in the documentation.');
      }
      if (path !== name || exchange.path === `${ROOT}/`) {
        exchange.redirect(`${context.site.origin}${ROOT}${name === '' ? '' : `/${name}`}`, 302);
        return;
      }
      await sendFile(exchange, file, HASHED.test(name) ? HASHED_CACHE_CONTROL : REVALIDATED);
    },
  };
}
