import { readSavedSearchRequest, type SavedSearchRequest } from '@heliograph/signal-search';
import type { EndpointRequest } from '../endpoint';

/** Reads a body as the data API does, adding its issues to the query's. */
export function readSavedSearchBody({
  context: { filterOptions, config },
  exchange,
  body,
  query,
}: EndpointRequest<Record<string, unknown>>): Promise<SavedSearchRequest> {
  const checks = { filterOptions, call: exchange.call(), earliestActivityDate: config.earliestActivityDate };
  return readSavedSearchRequest(checks, body, query.issues);
}
