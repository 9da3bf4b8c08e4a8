import { search } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { count } from './count';
import { searchSignals } from './search-signals';
import { suggest } from './suggest';
import { semanticSearch } from './semantic-search';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  search: ['gateway', 'dashboard'],
  count: ['gateway', 'dashboard'],
  suggest: ['gateway', 'dashboard'],
  semanticSearch: ['gateway', 'dashboard'],
};

/** Adds search's calls to a server. */
export function serveSearch(server: RpcServer, context: Context): void {
  server.serve(search.SearchServiceService, ALLOW, {
    search: (request, call) => searchSignals(context, request, call),
    count: (request, call) => count(context, request, call),
    suggest: (request, call) => suggest(context, request, call),
    semanticSearch: (request, call) => semanticSearch(context, request, call),
  });
}
