import { ABANDONED, isErrorCode, STATUS_CLASSES } from '@heliograph/contract';
import type { metering } from '@heliograph/proto';
import { isUuidVersion7 } from '@heliograph/runtime';
import { readTimestamp, TIMESTAMP_RULE } from '../domain/calendar';
import type { Query } from '../domain/query-string';

const IDENTIFIER = /^[A-Za-z0-9_-]{1,64}$/;

/** Which of an account's requests to list. A cursor is a request id, so another account's cursor finds nothing. */
type LogFilter = Omit<metering.ListRequestsRequest, 'accountId' | 'limit' | 'credentialId'>;

/** Parses the filter of the request log, adding every issue to `query.issues`; `credential` is the caller's. */
export function readLogFilter({ values, issues }: Query): LogFilter {
  const require = (isValid: boolean, parameter: string, message: string) => {
    if (!isValid) issues.push({ code: 'invalid_parameter', parameter, message });
  };
  const idOf = (name: string) => readIdentifier({ values, issues }, name);
  const timestampOf = (name: string) => {
    const text = values.get(name);
    if (text === undefined) return undefined;
    const timestamp = readTimestamp(text);
    require(timestamp !== undefined && timestamp.getTime() >= 0, name, TIMESTAMP_RULE);
    return timestamp;
  };
  const cursor = values.get('cursor') ?? '';
  if (cursor !== '' && !isUuidVersion7(cursor)) {
    const message = 'is not a cursor of this API, or was changed';
    issues.push({ code: 'cursor_invalid', parameter: 'cursor', message });
  }
  const status = values.get('status') ?? '';
  const isClass = STATUS_CLASSES.some((each) => each === status);
  require(status === '' ||
    isClass ||
    isErrorCode(status) ||
    status === ABANDONED, 'status', `must be ${STATUS_CLASSES.join(', ')}, or an error code`);
  return {
    requestId: idOf('requestId'),
    operation: idOf('operation'),
    statusClass: isClass ? Number(status[0]) : 0,
    errorCode: isClass ? '' : status,
    from: timestampOf('from'),
    until: timestampOf('until'),
    pageToken: cursor,
  };
}

/** Parses the id of a key, a device, or a request; empty if absent. Adds any issue. */
export function readIdentifier({ values, issues }: Query, name: string): string {
  const text = values.get(name) ?? '';
  if (text !== '' && !IDENTIFIER.test(text)) {
    const message = 'must be 1 to 64 letters, digits, _ or -';
    issues.push({ code: 'invalid_parameter', parameter: name, message });
  }
  return text;
}
