import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import { isUuid } from '@heliograph/runtime';
import type { Context } from '../context';
import { listAudit } from '../storage/audit';
import { ownerFromRequest } from './convert/calls';
import { auditEntryToResponse, auditPageFromRequest } from './convert/operators';
import { noSuchAccount } from './not-found';

/**
 * Changes to an account, by all users or by one, newest first, page by page; without an account, to the installation.
 */
export async function listAuditEntries(
  context: Context,
  request: identity.ListAuditEntriesRequest,
): Promise<identity.ListAuditEntriesResponse> {
  const { limit, before, userId } = auditPageFromRequest(request);
  const accountId = ownerFromRequest(request.accountId);
  if (accountId !== undefined && !isUuid(accountId)) throw noSuchAccount();
  const page = { accountId, userId, limit: limit + 1, before };
  const found = await onDatabase(() => listAudit(context.pool, page));
  const entries = found.slice(0, limit);
  return {
    entries: entries.map(auditEntryToResponse),
    nextPageToken: found.length > limit ? entries.at(-1)!.id : '',
  };
}
