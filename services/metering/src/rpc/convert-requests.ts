import type { metering } from '@heliograph/proto';
import { Issues, ServiceError, isIdentifier, isUuidVersion7, IDENTIFIER_RULE } from '@heliograph/runtime';
import { MAXIMUM_ENTRIES, type LoggedRequest, type RequestFilter } from '../domain/logged-request';

const DEFAULT_PAGE = 50;
const MAXIMUM_PAGE = 200;
const MAXIMUM_STATUS_CLASS = 5;

/** @throws ServiceError `invalid_parameter` for too many entries. */
export function entriesFromRequest({ requests }: metering.RecordRequestsRequest): LoggedRequest[] {
  const issues = new Issues();
  issues.require(requests.length <= MAXIMUM_ENTRIES, 'requests', `must be at most ${MAXIMUM_ENTRIES}`);
  issues.throwIfAny();
  return requests;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function logPageFromRequest(request: metering.ListRequestsRequest): {
  accountId: string;
  limit: number;
  before: string | undefined;
  filter: RequestFilter;
} {
  const { accountId, limit, pageToken, statusClass } = request;
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(limit <= MAXIMUM_PAGE, 'limit', `must be at most ${MAXIMUM_PAGE}`);
  issues.require(
    statusClass <= MAXIMUM_STATUS_CLASS,
    'status_class',
    `must be at most ${MAXIMUM_STATUS_CLASS}`,
  );
  issues.throwIfAny();
  if (pageToken !== '' && !isUuidVersion7(pageToken)) {
    throw new ServiceError('invalid_parameter', 'The page token is not valid.', {
      issues: [{ parameter: 'page_token', message: 'is not a valid page token' }],
    });
  }
  return {
    accountId,
    limit: limit || DEFAULT_PAGE,
    before: pageToken || undefined,
    filter: {
      requestId: request.requestId || undefined,
      credentialId: request.credentialId || undefined,
      operation: request.operation || undefined,
      statusClass: statusClass || undefined,
      errorCode: request.errorCode || undefined,
      fromMs: request.from?.getTime(),
      untilMs: request.until?.getTime(),
    },
  };
}
