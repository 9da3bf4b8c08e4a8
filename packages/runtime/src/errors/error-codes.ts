/**
 * The stable error codes of the API and the HTTP status each is answered with.
 * A code never changes its meaning; texts may.
 */
export const ERROR_STATUS = {
  invalid_parameter: 400,
  unknown_parameter: 400,
  repeated_parameter: 400,
  cursor_invalid: 400,
  cursor_mismatch: 400,
  cursor_expired: 400,
  client_too_old: 400,
  missing_credentials: 401,
  invalid_credentials: 401,
  expired_credentials: 401,
  revoked_credentials: 401,
  insufficient_records: 402,
  key_cap_reached: 402,
  account_disabled: 403,
  account_suspended: 403,
  insufficient_scope: 403,
  access_restricted: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  rate_limited: 429,
  internal: 500,
  answer_too_large: 500,
  semantic_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Whether a word received from a peer is a code that this version knows. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, word);
}
