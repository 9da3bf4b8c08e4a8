import type { SavedSearchState } from '@heliograph/contract';
import { search } from '@heliograph/proto';
import type { QueryChange, SavedSearch } from '../domain/saved-search';

export interface SavedSearchRow {
  saved_search_id: string;
  account_id: string;
  is_test: boolean;
  name: string;
  query: Record<string, string>;
  filters: Buffer;
  webhook_url: string | null;
  secret: Buffer | null;
  previous_secret_until: Date | null;
  max_records_per_day: number | null;
  state: SavedSearchState;
  failed_at: Date | null;
  failed_status: number | null;
  failed_reason: string | null;
  created_at: Date;
}

export interface QueryChangeRow {
  query_after: string | null;
  previous_filters: Buffer | null;
}

/** Columns of {@link SavedSearchRow}. A rotation that is over reads as none. */
export const COLUMNS = `saved_search_id, account_id, is_test, name, query, filters, webhook_url, secret,
  CASE WHEN previous_secret_until > now() THEN previous_secret_until END AS previous_secret_until,
  max_records_per_day, state, failed_at, failed_status, failed_reason, created_at`;

export function savedSearchFromRow(row: SavedSearchRow): SavedSearch {
  return {
    id: row.saved_search_id,
    accountId: row.account_id,
    isTest: row.is_test,
    name: row.name,
    query: row.query,
    filters: search.Filters.decode(row.filters),
    webhook:
      row.webhook_url === null
        ? undefined
        : { url: row.webhook_url, previousSecretUntil: row.previous_secret_until ?? undefined },
    maximumRecordsPerDay: row.max_records_per_day ?? undefined,
    state: row.state,
    failure: row.failed_at
      ? { at: row.failed_at, status: row.failed_status ?? undefined, reason: row.failed_reason ?? '' }
      : undefined,
    createdAt: row.created_at,
  };
}

export function queryChangeFromRow(row: QueryChangeRow): QueryChange | undefined {
  if (row.query_after === null || row.previous_filters === null) return undefined;
  return { after: BigInt(row.query_after), previousFilters: row.previous_filters };
}
