import type { metering } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';

/** A search of one record, answered just now; override what matters. */
export function loggedRequest(overrides: Partial<metering.LoggedRequest> = {}): metering.LoggedRequest {
  return {
    id: uuidv7(),
    accountId: 'account-1',
    requestId: 'request-1',
    credentialId: 'credential-1',
    channel: 'api',
    isTest: false,
    method: 'GET',
    route: '/api/v1/signals',
    operation: 'searchSignals',
    status: 200,
    errorCode: '',
    records: 1,
    receipt: `1.${'ab'.repeat(32)}`,
    isReplayed: false,
    durationMicros: 12_500,
    requests: 1,
    ...overrides,
  };
}

/** A list request for all of an account's entries; override what matters. */
export function listing(overrides: Partial<metering.ListRequestsRequest> = {}): metering.ListRequestsRequest {
  return {
    accountId: 'account-1',
    limit: 0,
    pageToken: '',
    requestId: '',
    credentialId: '',
    operation: '',
    statusClass: 0,
    errorCode: '',
    from: undefined,
    until: undefined,
    ...overrides,
  };
}
