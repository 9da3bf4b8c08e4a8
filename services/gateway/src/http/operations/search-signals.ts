import { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../../context';
import { faultsOfIdentifiers } from '../../domain/catalogue';
import type { RequestFault } from '../../domain/faults';
import { digestOfFilters } from '../../domain/filters-digest';
import { readIdempotencyKey } from '../../domain/idempotency';
import { SEARCH_PARAMETER_NAMES } from '../../domain/search-parameters';
import { readSearchQuery, type SearchQuery } from '../../domain/search-query';
import { retryUnavailable } from '../../retry/retry-unavailable';
import type { Exchange } from '../exchange';
import { answerMetered, type MeteredResult } from '../metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

const PAGE_START = Buffer.from('{"data":{"items":');
const LAST_PAGE_END = Buffer.from(',"nextCursor":null}}');

/** `GET /api/v1/signals` */
export const searchSignals: Operation = {
  name: 'searchSignals',
  // HEAD would have to be charged as GET is, for no records.
  methods: ['GET'],
  isPublic: false,
  scope: 'signals:read',
  isSearch: true,
  async handle(context, exchange) {
    const query = queryOf(exchange, SEARCH_PARAMETER_NAMES);
    const search = readSearchQuery(query, {
      cursors: context.cursors,
      earliestActivityDate: context.config.earliestActivityDate,
    });
    const idempotencyKey = readIdempotencyKey(exchange.request.headers['idempotency-key'], query.faults);
    if (search.identifiers) await checkIdentifiers(context, exchange, search.identifiers, query.faults);
    refuseFaults(query);
    if (search.semantic !== '') {
      throw new ServiceError(
        'semantic_unavailable',
        'Semantic search is not available on this system. Leave out "semantic" and use "q" to search by keywords.',
      );
    }
    await answerMetered(context, exchange, {
      operation: 'searchSignals',
      query,
      idempotencyKey,
      run: () => (search.countOnly ? count(context, exchange, search) : findPage(context, exchange, search)),
    });
  },
};

/**
 * Adds a fault for each identifier outside the catalogue. One that the copy at hand does not hold may have been imported
 * a moment ago, so the catalogue is asked for again before it is refused.
 */
async function checkIdentifiers(
  context: GatewayContext,
  exchange: Exchange,
  identifiers: NonNullable<SearchQuery['identifiers']>,
  faults: RequestFault[],
): Promise<void> {
  try {
    let { catalogue } = await context.catalogue.current(exchange.call());
    if (faultsOfIdentifiers(identifiers, catalogue).length > 0) {
      ({ catalogue } = await context.catalogue.refreshed(exchange.call()));
    }
    faults.push(...faultsOfIdentifiers(identifiers, catalogue));
  } catch (error) {
    // What is known to be wrong is said even while the catalogue cannot be asked.
    if (faults.length === 0) throw error;
  }
}

async function findPage(
  context: GatewayContext,
  exchange: Exchange,
  search: SearchQuery,
): Promise<MeteredResult> {
  const { filters, after, page, limit } = search;
  const found = await retryUnavailable(
    (timeoutMs) => context.clients.search.search({ filters, after, page, limit }, exchange.call(timeoutMs)),
    retryLimits(context, exchange),
  );
  const end = found.next
    ? Buffer.from(
        `,"nextCursor":"${context.cursors.encode({ position: found.next, digest: digestOfFilters(filters) })}"}}`,
      )
    : LAST_PAGE_END;
  return {
    body: Buffer.concat([PAGE_START, found.itemsJson, end]),
    records: found.itemCount,
    mode: ledger.Mode.KEYWORD,
  };
}

function retryLimits({ config }: GatewayContext, exchange: Exchange) {
  const { searchTimeoutMs } = config;
  return { totalMs: searchTimeoutMs, attemptMs: searchTimeoutMs, isUnwanted: () => exchange.isAbandoned };
}

async function count(
  context: GatewayContext,
  exchange: Exchange,
  { filters }: SearchQuery,
): Promise<MeteredResult> {
  const { total } = await retryUnavailable(
    (timeoutMs) => context.clients.search.count({ filters }, exchange.call(timeoutMs)),
    retryLimits(context, exchange),
  );
  return { body: Buffer.from(`{"data":{"total":${total}}}`), records: 0, mode: ledger.Mode.COUNT };
}
