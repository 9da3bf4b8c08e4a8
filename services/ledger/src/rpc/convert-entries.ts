import {
  Issues,
  ServiceError,
  isIdentifier,
  isText,
  isUuid,
  isUuidVersion7,
  IDENTIFIER_RULE,
} from '@heliograph/runtime';
import type { ledger } from '@heliograph/proto';
import { DEFAULT_ENTRIES, ENTRY_KINDS, MAXIMUM_ENTRIES, type Entry, type EntryKind } from '../domain/entry';
import { MAXIMUM_CREDIT_MICROS } from '../domain/funds';
import { isReason, REASON_RULE, UUID_RULE } from './convert';

/** Maximum length of a refund's reference: undoing the refund is entered under a longer one. */
const MAXIMUM_REFERENCE = 180;
const REFERENCE_RULE = `must be 1 to ${MAXIMUM_REFERENCE} characters without control characters`;

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkReversal(request: ledger.ReverseEntryRequest): void {
  const issues = new Issues();
  issues.require(isUuid(request.entryId), 'entry_id', UUID_RULE);
  issues.require(
    request.reason !== '' && isReason(request.reason),
    'reason',
    'must be 1 to 500 characters without control characters',
  );
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkVoid(request: ledger.VoidChargeRequest): void {
  const issues = new Issues();
  issues.require(isUuidVersion7(request.eventId), 'event_id', 'must be a version 7 UUID in lower case');
  issues.require(isIdentifier(request.accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isIdentifier(request.credentialId), 'credential_id', IDENTIFIER_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkRefund(request: ledger.SettleRefundRequest): void {
  const { accountId, micros, reason } = request;
  const issues = new Issues();
  const isReference = (text: string) => text !== '' && isText(text, MAXIMUM_REFERENCE);
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isReference(request.paymentReference), 'payment_reference', REFERENCE_RULE);
  issues.require(isReference(request.reference), 'reference', REFERENCE_RULE);
  issues.require(
    micros > 0n && micros <= MAXIMUM_CREDIT_MICROS,
    'micros',
    `must be from 1 to ${MAXIMUM_CREDIT_MICROS}`,
  );
  issues.require(isReason(reason), 'reason', REASON_RULE);
  issues.throwIfAny();
}

interface EntryPage {
  accountId: string;
  limit: number;
  after: string | undefined;
  kind: EntryKind | undefined;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function entryPageFromRequest(request: ledger.ListEntriesRequest): EntryPage {
  const { accountId, limit, pageToken, kind } = request;
  const issues = new Issues();
  const known = ENTRY_KINDS.find((candidate) => candidate === kind);
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(limit <= MAXIMUM_ENTRIES, 'limit', `must be from 1 to ${MAXIMUM_ENTRIES}`);
  issues.require(pageToken === '' || isUuid(pageToken), 'page_token', PAGE_TOKEN_RULE);
  issues.require(kind === '' || known !== undefined, 'kind', `must be one of ${ENTRY_KINDS.join(', ')}`);
  issues.throwIfAny();
  return { accountId, limit: limit || DEFAULT_ENTRIES, after: pageToken || undefined, kind: known };
}

const PAGE_TOKEN_RULE = 'must be from an earlier page of this account';

/** A page token that names no entry of the account. */
export function unknownPage(): ServiceError {
  return new ServiceError('invalid_parameter', 'The page token is not from this account.', {
    issues: [{ parameter: 'page_token', message: PAGE_TOKEN_RULE }],
  });
}

export function entryToResponse(entry: Entry): ledger.Entry {
  const { charge } = entry;
  return {
    id: entry.id,
    accountId: entry.accountId,
    kind: entry.kind,
    apiRecords: entry.apiRecords,
    cliRecords: entry.cliRecords,
    subscriptionRecords: entry.subscriptionRecords,
    balanceMicros: entry.balanceMicros,
    createdAt: entry.createdAt,
    credentialId: charge?.credentialId ?? '',
    operation: charge?.operation ?? '',
    records: charge?.records ?? 0,
    requestId: charge?.requestId ?? '',
    reference: entry.reference ?? '',
    reason: entry.reason ?? '',
    reversesEntryId: entry.reversesEntryId ?? '',
    reversedByEntryId: entry.reversedByEntryId ?? '',
  };
}
