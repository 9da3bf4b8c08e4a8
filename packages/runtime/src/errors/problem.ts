import type { ErrorCode } from './error-codes';
import type { ServiceError } from './service-error';

/** Where the API's errors are explained; each code is an anchor of the page. */
export const ERROR_REFERENCE_PATH = '/docs/errors';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** A short, fixed text for each code (RFC 9457: the title does not change from occurrence to occurrence). */
export const PROBLEM_TITLES: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'Invalid parameter',
  unknown_parameter: 'Unknown parameter',
  repeated_parameter: 'Repeated parameter',
  cursor_invalid: 'Invalid cursor',
  cursor_mismatch: 'Cursor of another search',
  cursor_expired: 'Expired cursor',
  client_too_old: 'Client too old',
  missing_credentials: 'Missing credentials',
  invalid_credentials: 'Invalid credentials',
  expired_credentials: 'Expired credentials',
  revoked_credentials: 'Revoked credentials',
  insufficient_records: 'Insufficient records',
  key_cap_reached: 'Key cap reached',
  account_disabled: 'Account disabled',
  account_suspended: 'Account suspended',
  insufficient_scope: 'Insufficient scope',
  access_restricted: 'Access restricted',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  idempotency_conflict: 'Idempotency conflict',
  idempotency_in_progress: 'Request in progress',
  rate_limited: 'Rate limited',
  internal: 'Internal error',
  answer_too_large: 'Answer too large',
  semantic_unavailable: 'Semantic search unavailable',
  unavailable: 'Temporarily unavailable',
};

/** The body of an error answer. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  errors?: { parameter: string; message: string }[];
}

/**
 * The problem document (RFC 9457) of an error. `type` is a path on the API's own host, so that it needs no
 * configuration; clients compare `code`.
 */
export function problemOf(error: ServiceError, requestId: string): ProblemDocument {
  const problem: ProblemDocument = {
    type: `${ERROR_REFERENCE_PATH}#${error.code}`,
    title: PROBLEM_TITLES[error.code],
    status: error.status,
    // An internal error says nothing of what happened, whoever wrote its text.
    detail: error.code === 'internal' ? 'An unexpected error occurred.' : error.publicText,
    code: error.code,
    requestId,
  };
  if (error.faults.length > 0)
    problem.errors = error.faults.map(({ parameter, message }) => ({ parameter, message }));
  return problem;
}
