import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { isId } from '../domain/text';
import { listAudit } from '../storage/audit';
import { auditEntryToResponse, auditPageFromRequest, ownerFromRequest } from './convert';
import { noSuchAccount } from './not-found';

/** Changes to an account, newest first, page by page; without one, to the whole installation. */
export async function listAuditEntries(
  context: Context,
  request: identity.ListAuditEntriesRequest,
): Promise<identity.ListAuditEntriesResponse> {
  const { limit, before } = auditPageFromRequest(request);
  const accountId = ownerFromRequest(request.accountId);
  if (accountId !== undefined && !isId(accountId)) throw noSuchAccount();
  const found = await onDatabase(() => listAudit(context.pool, accountId, limit + 1, before));
  const entries = found.slice(0, limit);
  return {
    entries: entries.map(auditEntryToResponse),
    nextPageToken: found.length > limit ? entries.at(-1)!.id : '',
  };
}
