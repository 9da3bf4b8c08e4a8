import type { search } from '@heliograph/proto';
import { searchService, testServiceOf, type Handlers, type RpcServer } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { changes } from './changes';
import { count } from './count';
import { getStatus } from './get-status';
import { searchSignals } from './search-signals';
import { suggest } from './suggest';
import { semanticSearch } from './semantic-search';

type SearchService = typeof search.SearchServiceService;
type Allowed = Readonly<Record<keyof SearchService, readonly string[]>>;

/** Who may call each method; all other callers are refused. */
const ALLOW: Allowed = {
  search: ['gateway', 'dashboard'],
  count: ['gateway', 'dashboard'],
  suggest: ['gateway', 'dashboard'],
  semanticSearch: ['gateway', 'dashboard'],
  changes: ['gateway', 'dashboard', 'notifier'],
  getStatus: ['dashboard', 'notifier'],
};

/** Adds search's calls to a server: for the live corpus and, under another name, for that of test keys. */
export function serveSearch(server: RpcServer, live: CorpusContext, test: CorpusContext): void {
  server.serve(searchService, ALLOW, handlersOf(live));
  server.serve(testServiceOf(searchService), ALLOW, handlersOf(test));
}

function handlersOf(context: CorpusContext): Handlers<SearchService> {
  return {
    search: (request, call) => searchSignals(context, request, call),
    count: (request, call) => count(context, request, call),
    suggest: (request, call) => suggest(context, request, call),
    semanticSearch: (request, call) => semanticSearch(context, request, call),
    changes: (request, call) => changes(context, request, call),
    getStatus: (_request, call) => getStatus(context, call),
  };
}
