import type { ledger } from '@heliograph/proto';
import { Issues, isIdentifier, isOperationId, isUuid, IDENTIFIER_RULE } from '@heliograph/runtime';
import { isRequestId } from '../domain/identifiers';
import { MAXIMUM_PAGE_RECORDS, type WebRequest } from '../domain/web-request';
import { MODE_RULE, MODES, REQUEST_ID_RULE, UUID_RULE } from './convert';

/**
 * @param entryId the id of the usage event.
 * @throws ServiceError `invalid_parameter` naming every issue.
 */
export function webRequestFromRequest(request: ledger.RecordWebRequestRequest, entryId: string): WebRequest {
  const { eventId, accountId, credentialId, operation, requestId, isSearch, isUnlimited } = request;
  const { searchId, pageId, records } = request;
  const mode = MODES.get(request.mode);
  const issues = new Issues();
  issues.require(isUuid(eventId), 'event_id', UUID_RULE);
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isIdentifier(credentialId), 'credential_id', IDENTIFIER_RULE);
  issues.require(isOperationId(operation), 'operation', 'must be an operation id');
  issues.require(mode !== undefined, 'mode', MODE_RULE);
  issues.require(isRequestId(requestId), 'request_id', REQUEST_ID_RULE);
  issues.require(searchId === '' || isUuid(searchId), 'search_id', UUID_RULE);
  issues.require(pageId === '' || isUuid(pageId), 'page_id', UUID_RULE);
  issues.require(records <= MAXIMUM_PAGE_RECORDS, 'records', `must be at most ${MAXIMUM_PAGE_RECORDS}`);
  issues.throwIfAny();
  return {
    entryId,
    requestKey: eventId,
    accountId,
    credentialId,
    operation,
    mode: mode!,
    requestId,
    isSearch,
    isUnlimited,
    isFreeOnly: request.freeOnly,
    searchKey: searchId || undefined,
    pageKey: pageId || undefined,
    records,
  };
}
