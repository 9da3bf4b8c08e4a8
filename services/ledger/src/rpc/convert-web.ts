import type { ledger } from '@heliograph/proto';
import { Faults } from '@heliograph/runtime';
import { isIdentifier, isOperation, isRequestId, isUuid } from '../domain/identifiers';
import { MAXIMUM_PAGE_RECORDS, type WebRequest } from '../domain/web-request';
import { IDENTIFIER_RULE, MODE_RULE, MODES, REQUEST_ID_RULE, UUID_RULE } from './convert';

/**
 * @param entryId the id of the usage event.
 * @throws ServiceError `invalid_parameter` naming every fault.
 */
export function webRequestFromRequest(request: ledger.RecordWebRequestRequest, entryId: string): WebRequest {
  const { eventId, accountId, credentialId, operation, requestId, isSearch, isUnlimited } = request;
  const { searchId, pageId, records } = request;
  const mode = MODES.get(request.mode);
  const faults = new Faults();
  faults.require(isUuid(eventId), 'event_id', UUID_RULE);
  faults.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  faults.require(isIdentifier(credentialId), 'credential_id', IDENTIFIER_RULE);
  faults.require(isOperation(operation), 'operation', 'must be an operation id');
  faults.require(mode !== undefined, 'mode', MODE_RULE);
  faults.require(isRequestId(requestId), 'request_id', REQUEST_ID_RULE);
  faults.require(searchId === '' || isUuid(searchId), 'search_id', UUID_RULE);
  faults.require(pageId === '' || isUuid(pageId), 'page_id', UUID_RULE);
  faults.require(records <= MAXIMUM_PAGE_RECORDS, 'records', `must be at most ${MAXIMUM_PAGE_RECORDS}`);
  faults.throwIfAny();
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
    searchKey: searchId || undefined,
    pageKey: pageId || undefined,
    records,
  };
}
