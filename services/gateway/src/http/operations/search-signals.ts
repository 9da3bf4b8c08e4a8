import { ledger } from '@heliograph/proto';
import type { GatewayContext } from '../../context';
import { faultsOfIdentifiers } from '../../domain/catalogue';
import type { RequestFault } from '../../domain/faults';
import { digestOfFilters } from '../../domain/filters-digest';
import { readIdempotencyKey } from '../../domain/idempotency';
import { SEARCH_PARAMETER_NAMES } from '../../domain/search-parameters';
import { readSearchQuery, type SearchQuery } from '../../domain/search-query';
import type { Exchange } from '../exchange';
import { answerMetered, type MeteredResult } from '../metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';
import { askSearch } from './ask-search';
import { findNearest } from './find-nearest';

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
      nowMs: context.clock(),
    });
    const idempotencyKey = readIdempotencyKey(exchange.request.headers['idempotency-key'], query.faults);
    if (search.identifiers) await checkIdentifiers(context, exchange, search.identifiers, query.faults);
    refuseFaults(query);
    await answerMetered(context, exchange, {
      operation: 'searchSignals',
      query,
      idempotencyKey,
      run: () => runSearch(context, exchange, search),
    });
  },
};

function runSearch(context: GatewayContext, exchange: Exchange, search: SearchQuery): Promise<MeteredResult> {
  if (search.semantic !== '') return findNearest(context, exchange, search);
  return search.countOnly ? count(context, exchange, search) : findPage(context, exchange, search);
}

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
  const found = await askSearch(context, exchange, (client, call) =>
    client.search({ filters, after, page, limit }, call),
  );
  const end = found.next
    ? Buffer.from(
        `,"nextCursor":"${context.cursors.keyword.encode({ position: found.next, digest: digestOfFilters(filters) })}"}}`,
      )
    : LAST_PAGE_END;
  return {
    body: Buffer.concat([PAGE_START, found.itemsJson, end]),
    records: found.itemCount,
    mode: ledger.Mode.KEYWORD,
  };
}

async function count(
  context: GatewayContext,
  exchange: Exchange,
  { filters }: SearchQuery,
): Promise<MeteredResult> {
  const { total } = await askSearch(context, exchange, (client, call) => client.count({ filters }, call));
  return { body: Buffer.from(`{"data":{"total":${total}}}`), records: 0, mode: ledger.Mode.COUNT };
}
