import { clientNetwork, inSlot, JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { ActivityCount, ActivityPage, SampleSearch } from '@heliograph/dashboard-api';
import {
  readQuery,
  readSearchQuery,
  cursorsOf,
  runSearch,
  type SearchQuery,
} from '@heliograph/signal-search';
import { LRUCache } from 'lru-cache';
import { refuse } from '../api/endpoint';
import { checkFetchSite } from '../auth/same-site';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { countAddressRequest } from '../http/limit';
import type { Operation } from '../http/operation';

export const SAMPLE_SEARCH_PATH = '/sample/search';

const MAXIMUM_ITEMS = 4;
/** Per address. People type more slowly. */
const REQUESTS_PER_MINUTE = 120;
/** A few kilobytes each. */
const MAXIMUM_ANSWERS = 500;
const PARAMETERS: ReadonlySet<string> = new Set(['q']);
/** Stands in for an account, so that all visitors together share one account's concurrent requests. */
const VISITORS = 'visitors';

/**
 * `GET /sample/search?q=`: searches the test keys' corpus, whose companies are fictional, for visitors of the sign-in
 * page. No session, no charge, no record.
 */
export function searchSample(): Operation {
  // That corpus never changes.
  const responses = new LRUCache<string, Buffer>({ max: MAXIMUM_ANSWERS });
  return {
    name: 'searchSample',
    methods: ['GET', 'HEAD'],
    async handle(context, exchange) {
      checkFetchSite(exchange);
      await countAddressRequest(context, exchange, {
        kind: 'sample',
        address: clientNetwork(exchange.request, context.config.trustedProxies),
        maximum: REQUESTS_PER_MINUTE,
      });
      const query = readQuery(exchange.rawQuery, PARAMETERS);
      const search = readSearchQuery(query, {
        cursors: cursorsOf(context.config.cursorSecrets, { channel: 'web', accountId: VISITORS }),
        earliestActivityDate: context.config.earliestActivityDate,
        nowMs: context.clock(),
      });
      refuse(query.issues);
      const key = query.values.get('q') ?? '';
      const send = (response: Buffer) => {
        exchange.setHeader('Cache-Control', 'public, max-age=3600');
        exchange.send(200, JSON_CONTENT_TYPE, response);
      };
      const known = responses.get(key);
      if (known) return send(known);
      await inSlot(context, exchange, VISITORS, async () => {
        const found = await find(context, exchange, search);
        responses.set(key, found);
        send(found);
      });
    },
  };
}

async function find(context: DashboardContext, exchange: Exchange, query: SearchQuery): Promise<Buffer> {
  const searching = { ...context.searching, search: context.clients.sampleSearch };
  const run = async (shape: Partial<SearchQuery>) => {
    const { body } = await runSearch(searching, exchange, { ...query, ...shape });
    return (JSON.parse(body.toString()) as { data: unknown }).data;
  };
  const [page, count] = await Promise.all([
    run({ limit: MAXIMUM_ITEMS, matched: query.filters.q !== '' }),
    run({ countOnly: true }),
  ]);
  const data: SampleSearch = {
    items: (page as ActivityPage).items,
    total: (count as ActivityCount).total,
  };
  return Buffer.from(JSON.stringify({ data }));
}
