import { JSON_CONTENT_TYPE, setRetryAfter } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { Exchange } from '../exchange';

/** Errors of an OAuth endpoint, with the codes of RFC 6749, section 5.2, RFC 8628, section 3.5, and two of our own. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  /** From the authorization endpoint (RFC 6749, section 4.1.2.1); the token endpoint has no code for it. */
  | 'temporarily_unavailable'
  | 'server_error'
  /** An address sent too many requests. */
  | 'rate_limited';

/** An error with its own OAuth code; other errors get one from their `code`. */
export class OAuthError extends ServiceError {
  /** @param status 400 unless HTTP has a better one (RFC 6749, section 5.2). */
  constructor(
    readonly errorCode: OAuthErrorCode,
    description: string,
    status = 400,
  ) {
    super('invalid_parameter', description, { status });
  }
}

/** Anything but printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
const OUTSIDE_OF_DESCRIPTION = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/** An error in the format of RFC 6749, section 5.2. */
export function sendOAuthError(exchange: Exchange, error: ServiceError): void {
  const code = errorCodeOf(error);
  exchange.code = code;
  setRetryAfter(exchange, error);
  // An internal error reveals nothing, whatever the source of its text.
  const text = code === 'server_error' ? 'An unexpected error occurred.' : error.publicText;
  sendOAuth(exchange, error.status, {
    error: code,
    error_description: text.replaceAll('"', "'").replace(OUTSIDE_OF_DESCRIPTION, '?'),
  });
}

/** An OAuth endpoint's response: JSON, not to be cached (RFC 6749, section 5.1). */
export function sendOAuth(exchange: Exchange, status: number, body: object): void {
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.setHeader('Pragma', 'no-cache');
  exchange.send(status, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify(body)));
}

function errorCodeOf(error: ServiceError): OAuthErrorCode {
  if (error instanceof OAuthError) return error.errorCode;
  switch (error.code) {
    case 'rate_limited':
      return 'rate_limited';
    case 'unavailable':
      return 'temporarily_unavailable';
    case 'internal':
      return 'server_error';
    default:
      return 'invalid_request';
  }
}
