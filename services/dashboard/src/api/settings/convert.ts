import { timestampOf } from '@heliograph/views';
import type { AuditEntry } from '@heliograph/dashboard-api';
import type { identity } from '@heliograph/proto';
import { auditActor, auditDetail, auditSentence } from '../../domain/audit-sentence';

/** @param account the log's account. @param viewerId the user who reads the log. */
export function auditEntryRecord(
  entry: identity.AuditEntry,
  account: { id: string; email: string },
  viewerId: string,
): AuditEntry {
  const change = { ...entry, detail: auditDetail(entry.detailJson) };
  return {
    id: entry.id,
    at: timestampOf(entry.createdAt),
    action: entry.action,
    text: auditSentence(change),
    by: auditActor(change, account, viewerId),
    requestId: entry.requestId,
  };
}
