import { ACCOUNT_LIMITS } from '@heliograph/contract';
import type { identity } from '@heliograph/proto';
import {
  readableNameRule,
  isReadableName,
  isUuid,
  isText,
  type CallContext,
  type Issues,
} from '@heliograph/runtime';
import type { Actor } from '../../storage/audit';
import type { SessionOwner } from '../../storage/web-session-store';

const NAME_LENGTH = ACCOUNT_LIMITS.nameLength;
export const PAGE_SIZE = 50;
const LARGEST_PAGE = 200;

/** Request ids end up in the audit log; an invalid one must not keep a change from being logged. */
const REQUEST_ID_LENGTH = 128;

/** @param actor who acted, according to the calling program; malformed ids are dropped. */
export function actorOf(call: CallContext, actor?: identity.Actor): Actor {
  const idOf = (id: string | undefined) => (id !== undefined && isUuid(id) ? id : undefined);
  return {
    caller: call.caller,
    requestId: call.requestId.replace(/[^\x20-\x7e]/g, '').slice(0, REQUEST_ID_LENGTH),
    accountId: idOf(actor?.accountId),
    sessionId: idOf(actor?.sessionId),
    userId: idOf(actor?.userId),
  };
}

/** The owner of the sessions that a request is about; undefined if it cannot be anyone. */
export function sessionOwnerFromRequest(request: {
  accountId: string;
  userId?: string | undefined;
}): SessionOwner | undefined {
  const { accountId, userId } = request;
  return isUuid(accountId) && (userId === undefined || isUuid(userId)) ? { accountId, userId } : undefined;
}

/** An optional account id; an invalid one matches no account rather than all. */
export function ownerFromRequest(accountId: string): string | undefined {
  return accountId === '' ? undefined : accountId;
}

export function requirePage(issues: Issues, limit: number): void {
  issues.require(limit <= LARGEST_PAGE, 'limit', `must be at most ${LARGEST_PAGE}`);
}

export function textRule(maximumLength: number): string {
  return `must be at most ${maximumLength} characters without control characters`;
}

/** Adds an issue if a text is too long. */
export function requireText(issues: Issues, text: string, maximumLength: number, parameter: string): void {
  issues.require(isText(text, maximumLength), parameter, textRule(maximumLength));
}

/** Adds an issue if people could not read a name. */
export function requireName(issues: Issues, name: string): void {
  issues.require(isReadableName(name, NAME_LENGTH), 'name', readableNameRule(NAME_LENGTH));
}
