import type { AuditEntry } from '@heliograph/dashboard-api';
import type { identity } from '@heliograph/proto';
import { auditActor, auditDetail, auditSentence } from '../../domain/audit-sentence';
import { momentOf } from '../convert';

/** @param accountId of the account whose log it is. */
export function auditEntryRecord(entry: identity.AuditEntry, accountId: string): AuditEntry {
  const change = { ...entry, detail: auditDetail(entry.detailJson) };
  return {
    id: entry.id,
    at: momentOf(entry.createdAtMs),
    action: entry.action,
    text: auditSentence(change),
    by: auditActor(change, accountId),
    requestId: entry.requestId,
  };
}
