import { checkIdentifiers, type NamedIdentifiers, type Query } from '@heliograph/signal-search';
import { backendOf } from '../backends';
import type { MeteredRequest } from '../charging/metered-request';
import type { GatewayContext } from '../context';
import { readCostBounds } from '../domain/cost-bounds';
import { readIdempotencyKey } from '../domain/idempotency';
import type { Exchange } from './exchange';
import { throwIfInvalid } from './query';

/** Reads a metered request's headers, adding their issues to the query's. */
export function readMeteredHeaders(
  { request: { headers } }: Exchange,
  { issues }: Query,
): Pick<MeteredRequest, 'idempotencyKey' | 'bounds'> {
  return {
    idempotencyKey: readIdempotencyKey(headers['idempotency-key'], issues),
    bounds: readCostBounds(headers, issues),
  };
}

/**
 * Refuses a query with issues, including unknown identifiers, unless the request may have been answered before: it has
 * an Idempotency-Key, and its only issues so far are ones that time brings, such as an expired cursor or a time that is
 * now too long ago. A stored response takes precedence over issues.
 *
 * @throws ServiceError listing the issues, or if the identifiers cannot be looked up.
 */
export async function checkMeteredQuery(
  context: GatewayContext,
  exchange: Exchange,
  { query, idempotencyKey }: Pick<MeteredRequest, 'query' | 'idempotencyKey'>,
  identifiers: NamedIdentifiers | undefined,
): Promise<void> {
  const mayHaveBeenAnswered = idempotencyKey !== '' && query.issues.every(({ isLate }) => isLate);
  if (identifiers) {
    const { filterOptions } = backendOf(context, exchange);
    await checkIdentifiers(filterOptions, exchange.call(), identifiers, query.issues);
  }
  if (!mayHaveBeenAnswered) throwIfInvalid(query);
}
