import { IMMUTABLE, REVALIDATED, sendFile, type StaticFile } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { Operation } from '../http/operation';
import { policyWithConnections } from '../http/security-headers';
import { readPages } from './pages';

const ASSETS = 'assets/';
const READ = ['GET', 'HEAD'];

/**
 * The web app: its files, and for any page's path the one document that renders it. Requests for a missing page get
 * that document with 404; requests for a missing file get a bare 404.
 */
export function webApp(files: ReadonlyMap<string, StaticFile>): Operation {
  const pages = readPages(files);
  return {
    name: 'webApp',
    methods: READ,
    async handle({ config }, exchange) {
      const path = exchange.path.slice(1);
      const file = files.get(path);
      if (file && path !== 'index.html') {
        await sendFile(exchange, file, path.startsWith(ASSETS) ? IMMUTABLE : REVALIDATED);
        return;
      }
      const links = (await pages)(exchange.path, exchange.rawQuery !== '');
      const wantsPage = exchange.header('accept')?.includes('text/html') === true;
      const document = files.get('index.html');
      if (document && !path.startsWith(ASSETS) && (links !== undefined || wantsPage)) {
        // The playground sends requests from the user's browser, and every page leads to it without loading a new
        // document.
        exchange.setHeader('Content-Security-Policy', policyWithConnections(new URL(config.apiUrl).origin));
        if (links !== undefined) exchange.setHeader('Link', links);
        await sendFile(exchange, document, REVALIDATED, links === undefined ? 404 : 200);
        return;
      }
      const isBuilt = document !== undefined;
      throw new ServiceError(
        'not_found',
        isBuilt ? 'There is nothing at this path.' : 'The pages are not built.',
      );
    },
  };
}
