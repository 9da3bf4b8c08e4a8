import { identity } from '@heliograph/proto';
import { hasValidChecksum, ServiceError, type ErrorCode, clientAddress } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { Credential } from '../credentials/credential-verifier';
import { secondsToNextMinute } from '@heliograph/rate-limits';
import type { Exchange } from './exchange';

/** RFC 9110, section 11.4: the scheme's name, in any case, then what it takes. */
const BEARER = /^bearer(?: +|$)/i;

interface Rejection {
  code: ErrorCode;
  text: string;
}

const MISSING: Rejection = {
  code: 'missing_credentials',
  text: 'Send an API key in the header "Authorization: Bearer <API_KEY>". Cookies are not accepted.',
};
const INVALID: Rejection = {
  code: 'invalid_credentials',
  text: 'The credential in the Authorization header is not a valid API key.',
};

const REJECTIONS: Readonly<Partial<Record<identity.Verdict, Rejection>>> = {
  [identity.Verdict.UNKNOWN]: INVALID,
  [identity.Verdict.EXPIRED]: { code: 'expired_credentials', text: 'The API key has expired.' },
  [identity.Verdict.REVOKED]: { code: 'revoked_credentials', text: 'The API key has been revoked.' },
  [identity.Verdict.ACCOUNT_DISABLED]: {
    code: 'account_disabled',
    text: 'The account of this API key is disabled.',
  },
  [identity.Verdict.ACCOUNT_SUSPENDED]: {
    code: 'account_suspended',
    text: 'The account of this API key is suspended.',
  },
};

/**
 * Finds out who asks, by the Authorization header alone: neither cookies nor the query count.
 *
 * @throws ServiceError with the reason, 401 or 403; `rate_limited` once an address was rejected too often.
 */
export async function authenticate(context: GatewayContext, exchange: Exchange): Promise<Credential> {
  const header = exchange.request.headers.authorization ?? '';
  // Another scheme is a credential for somebody else; of ours there is none.
  if (!BEARER.test(header)) throw rejection(context, exchange, MISSING);
  const key = header.replace(BEARER, '').trimEnd();
  if (!hasValidChecksum(key)) throw rejection(context, exchange, INVALID);
  const address = clientAddress(exchange.request, context.config.trustedProxies);
  if (context.guard.isBlocked(address, context.clock()) && !context.verifier.wasValid(key)) {
    throw blocked(context);
  }
  const credential = await context.verifier.verify(key, exchange.call());
  if (credential.verdict !== identity.Verdict.VALID) {
    throw rejection(context, exchange, REJECTIONS[credential.verdict] ?? INVALID);
  }
  context.metrics.credentialAccepted();
  return credential;
}

/** Counts a rejection and makes the error to throw. */
function rejection(context: GatewayContext, exchange: Exchange, { code, text }: Rejection): ServiceError {
  const now = context.clock();
  const address = clientAddress(exchange.request, context.config.trustedProxies);
  if (context.guard.isBlocked(address, now)) return blocked(context);
  context.guard.reject(address, now);
  context.metrics.credentialRejected(code);
  const error = new ServiceError(code, text);
  // RFC 6750, section 3: without credentials the challenge carries no error.
  if (code === 'missing_credentials') exchange.addHeader('WWW-Authenticate', 'Bearer realm="heliograph"');
  else if (error.status === 401) {
    exchange.addHeader(
      'WWW-Authenticate',
      `Bearer realm="heliograph", error="invalid_token", error_description="${text}"`,
    );
  }
  return error;
}

function blocked(context: GatewayContext): ServiceError {
  context.metrics.rateLimited('rejections');
  const limit = context.config.rejectedCredentialsPerMinute;
  return new ServiceError(
    'rate_limited',
    `This address sent more than ${limit} requests with rejected credentials in this minute.`,
    { retryAfterSeconds: secondsToNextMinute(context.clock()) },
  );
}
