import { ServiceError } from '@heliograph/runtime';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

const DESCRIPTION_LENGTH = 200;

/** The same error for a sign-in that is unknown, expired, used, or another browser's: it does not reveal which. */
export const signInOver = (): ServiceError =>
  new ServiceError(
    'missing_credentials',
    'This sign-in has ended, or was started in another browser. Sign in again.',
  );

/** Why a sign-in failed, where its code says too little, for pages with their own texts. */
type SignInReason = 'not_configured' | 'access_denied' | 'no_email' | 'email_taken' | 'email_unverified';

/** Details of such a failure, in addition to its text. */
export const signInIssue = (reason: SignInReason) => [{ parameter: 'sign_in', message: reason }];

export const notConfigured = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'Sign-in is not set up. Set OIDC_ISSUER_URL to an OpenID Connect issuer and OIDC_CLIENT_ID to the client registered there.',
    { issues: signInIssue('not_configured') },
  );

/** Whether an issuer's response suggests that its metadata has changed. */
export function shouldRediscover(error: unknown): boolean {
  return !(error instanceof AuthorizationResponseError) && !(error instanceof ServiceError);
}

/**
 * The error shown to the user after a failure at the issuer. The library's errors contain responses, including codes
 * and tokens; only their messages are kept.
 */
export function signInFailure(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const cause = describe(error);
  if (error instanceof AuthorizationResponseError) {
    const words = [error.error, plain(error.error_description)].filter(Boolean).join(': ');
    return new ServiceError('invalid_credentials', `The sign-in was refused: ${words}.`, {
      cause,
      // RFC 6749, section 4.1.2.1: the person, or the issuer on their behalf, denied access.
      ...(error.error === 'access_denied' && { issues: signInIssue('access_denied') }),
    });
  }
  if (error instanceof ResponseBodyError) return refusedExchange(error.error, cause);
  if (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && isResponseError(error)) {
    return untrusted(cause);
  }
  return unreachable(cause);
}

/** For a response that is invalid, or not from the issuer. */
export function untrusted(cause: Error): ServiceError {
  return new ServiceError(
    'invalid_credentials',
    'The identity provider’s response could not be verified. Sign in again.',
    { cause },
  );
}

export function unreachable(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'The identity provider is temporarily unreachable. Try again shortly.',
    {
      cause,
      retryAfterSeconds: 5,
    },
  );
}

/** Keeps only the texts of a library's error. */
export function describe(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('the issuer failed');
  const { code, error: word } = error as { code?: unknown; error?: unknown };
  const parts = [error.name, code, word].filter((part): part is string => typeof part === 'string');
  // A parser's error text quotes what it could not parse.
  const text = error instanceof ClientError || error instanceof ResponseBodyError ? `: ${error.message}` : '';
  return new Error(`${parts.join(' ')}${text}${reasonOf(error.cause)}`);
}

/**
 * What is behind a library's error, for operators: the claim that is wrong, the status, the issuer's real name. The
 * texts of a failed check are fixed; other causes quote what was received.
 */
function reasonOf(cause: unknown): string {
  if (cause instanceof Error) return cause.name === 'OperationProcessingError' ? ` (${cause.message})` : '';
  if (cause instanceof Response) return ` (${cause.status})`;
  const { issuer } = (cause as { body?: { issuer?: unknown } } | undefined)?.body ?? {};
  return typeof issuer === 'string' ? ` (${issuer.slice(0, DESCRIPTION_LENGTH)})` : '';
}

function refusedExchange(word: string, cause: Error): ServiceError {
  // RFC 6749, section 5.2: a bad code is the browser's problem; everything else is the installation's.
  if (word === 'invalid_grant') {
    return new ServiceError(
      'invalid_credentials',
      'The identity provider no longer accepts this sign-in. Sign in again.',
      { cause },
    );
  }
  return new ServiceError(
    'unavailable',
    `The identity provider does not accept this installation (${plain(word)}). Its operator must check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`,
    { cause },
  );
}

const RESPONSE_ERRORS: readonly (string | undefined)[] = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
];

function isResponseError(error: ClientError): boolean {
  return RESPONSE_ERRORS.includes(error.code);
}

/** Cleans untrusted text, from the issuer or the author of the redirect URL, for a page. */
function plain(text: string | undefined): string {
  return (text ?? '')
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
    .slice(0, DESCRIPTION_LENGTH)
    .replace(/\.$/, '');
}
