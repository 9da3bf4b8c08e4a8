import type { BillingEntries } from '@heliograph/dashboard-api';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../../context';
import {
  decodeEntryCursor,
  encodeEntryCursor,
  mergeEntries,
  type EntriesOfKind,
} from '../../domain/entry-pages';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { withApiIssues } from '../errors';
import { BILLING_KINDS, billingEntryRecord, type BillingKind } from './convert';

/**
 * A page of changes to an account's funds, without charges. Queries the ledger once per kind: a single query would have
 * to skip many charges to find the few other entries.
 *
 * @param cursor of the previous page; undefined for the first.
 * @throws ServiceError `cursor_invalid`.
 */
export async function readBillingEntries(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  limit: number,
  cursor: string | undefined,
): Promise<BillingEntries> {
  const before = cursor === undefined ? {} : decodeEntryCursor(cursor, BILLING_KINDS);
  if (!before) throw new ServiceError('cursor_invalid', 'cursor: is not from an earlier page');
  const kinds = BILLING_KINDS.filter((kind) => before[kind] !== null);
  const responses = await Promise.all(
    kinds.map((kind) =>
      withApiIssues(
        ask(exchange, (call) =>
          clients.ledger.listEntries({ accountId, limit, pageToken: before[kind] ?? '', kind }, call),
        ),
      ),
    ),
  );
  // In the order of the kinds, not of the responses, so that entries of the same millisecond have a fixed order.
  const lists: Partial<Record<BillingKind, EntriesOfKind<ledger.Entry>>> = {};
  for (const [index, { entries, nextPageToken }] of responses.entries()) {
    lists[kinds[index]!] = { entries, hasMore: nextPageToken !== '' };
  }
  const { entries, next } = mergeEntries(lists, before, limit);
  return {
    items: entries.map(billingEntryRecord),
    nextCursor: next ? encodeEntryCursor(next) : null,
  };
}
