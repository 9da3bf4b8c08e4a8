import { MAXIMUM_MESSAGE_LENGTH } from '@heliograph/contract';
import type { identity } from '@heliograph/proto';
import { Issues, isUuid } from '@heliograph/runtime';
import type { AccessRestriction } from '../../domain/restriction';
import type { StatusNotice } from '../../domain/status-notice';
import type { AuditEntry } from '../../storage/audit';
import { userToResponse } from './members';
import { PAGE_SIZE, requirePage, requireText } from './calls';

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function auditPageFromRequest(request: identity.ListAuditEntriesRequest): {
  limit: number;
  before: string | undefined;
  userId: string | undefined;
} {
  const issues = new Issues();
  const { limit, pageToken, userId } = request;
  requirePage(issues, limit);
  issues.require(pageToken === '' || isUuid(pageToken), 'page_token', 'is not a valid page token');
  issues.require(userId === '' || isUuid(userId), 'user_id', 'must be the id of a user');
  issues.throwIfAny();
  return { limit: limit || PAGE_SIZE, before: pageToken || undefined, userId: userId || undefined };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function restrictionFromRequest(request: identity.SetAccessRestrictionRequest): {
  active: boolean;
  message: string;
} {
  const issues = new Issues();
  const message = request.message.trim();
  requireText(issues, message, MAXIMUM_MESSAGE_LENGTH, 'message');
  issues.require(!request.active || message !== '', 'message', 'must not be empty');
  issues.throwIfAny();
  return { active: request.active, message };
}

/** @throws ServiceError `invalid_parameter`. */
export function noticeFromRequest(request: identity.SetStatusNoticeRequest): string {
  const issues = new Issues();
  const text = request.text.trim();
  requireText(issues, text, MAXIMUM_MESSAGE_LENGTH, 'text');
  issues.throwIfAny();
  return text;
}

export function restrictionToResponse(restriction: AccessRestriction): identity.AccessRestriction {
  const { active, message, changedAt } = restriction;
  return { active, message, changedAt };
}

export function noticeToResponse({ text, changedAt }: StatusNotice): identity.StatusNotice {
  return { text, changedAt };
}

export function auditEntryToResponse(entry: AuditEntry): identity.AuditEntry {
  return {
    id: entry.id,
    createdAt: entry.createdAt,
    action: entry.action,
    caller: entry.caller,
    requestId: entry.requestId,
    keyId: entry.keyId ?? '',
    actorAccountId: entry.actorAccountId ?? '',
    detailJson: JSON.stringify(entry.detail),
    actorUser: entry.actorUser && userToResponse(entry.actorUser),
  };
}
