import { clientNetwork, secondsToNextMinute } from '@heliograph/edge';
import { identity } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import { isTestKey } from '../credentials/credential-form';
import type { Credential } from '../credentials/credential-verifier';
import type { DataApi, Rejection } from './data-api';
import type { Exchange } from './exchange';

/** RFC 9110, section 11.4: the scheme's name, in any case, then its parameters. */
const BEARER = /^bearer(?: +|$)/i;

/** The default message of a restriction. */
const RESTRICTED_TEXT = 'Access is temporarily restricted. Try again later.';

/**
 * Identifies the caller by the Authorization header only; cookies and the query do not count.
 *
 * @param of the interface whose credentials are accepted.
 * @throws ServiceError with the reason, 401 or 403; `rate_limited` once an address was rejected too often.
 */
export async function authenticate(
  context: GatewayContext,
  of: DataApi,
  exchange: Exchange,
): Promise<Credential> {
  const header = exchange.request.headers.authorization ?? '';
  // Another scheme's credential is for something else, so ours is missing. Identity is not asked, and nothing is
  // counted: forgetting a key must not lock out others at the same address.
  if (!BEARER.test(header)) throw missing(context, exchange, of.missing);
  const text = header.replace(BEARER, '').trimEnd();
  if (!of.isWellFormed(text)) throw rejection(context, exchange, of.rejectionOf(text));
  const network = clientNetwork(exchange.request, context.config.trustedProxies);
  if (context.rejectionThrottle.isBlocked(network, context.clock()) && !context.verifier.wasValid(text)) {
    throw blocked(context, exchange);
  }
  const credential = await context.verifier.verify(text, of.credentialKind, exchange.call());
  if (credential.verdict !== identity.Verdict.VALID) {
    if (credential.verdict === identity.Verdict.ACCESS_RESTRICTED) throw restricted(context, credential);
    throw rejection(context, exchange, of.rejections[credential.verdict] ?? of.rejectionOf(text));
  }
  // The key's prefix must agree with identity's record; if not, it is neither kind.
  if (credential.isTest !== isTestKey(text)) throw rejection(context, exchange, of.rejectionOf(text));
  context.metrics.credentialAccepted();
  return credential;
}

/** The credential is good, so its address is not counted as having sent a bad one. */
function restricted(context: GatewayContext, { restrictionMessage }: Credential): ServiceError {
  context.metrics.credentialRejected('access_restricted');
  return new ServiceError('access_restricted', restrictionMessage || RESTRICTED_TEXT);
}

function missing(context: GatewayContext, exchange: Exchange, { code, text }: Rejection): ServiceError {
  context.metrics.credentialRejected(code);
  // RFC 6750, section 3: without credentials the challenge carries no error.
  exchange.setHeader('WWW-Authenticate', 'Bearer realm="heliograph"');
  return new ServiceError(code, text);
}

/** Counts a rejection and creates its error. */
function rejection(context: GatewayContext, exchange: Exchange, { code, text }: Rejection): ServiceError {
  const now = context.clock();
  const network = clientNetwork(exchange.request, context.config.trustedProxies);
  if (context.rejectionThrottle.isBlocked(network, now)) return blocked(context, exchange);
  context.rejectionThrottle.count(network, now);
  context.metrics.credentialRejected(code);
  const error = new ServiceError(code, text);
  if (error.status === 401) challenge(exchange, text);
  return error;
}

/** Adds the header of every 401 response to a credential (RFC 6750, section 3). */
export function challenge(exchange: Exchange, text: string): void {
  exchange.setHeader(
    'WWW-Authenticate',
    `Bearer realm="heliograph", error="invalid_token", error_description="${text}"`,
  );
}

function blocked(context: GatewayContext, exchange: Exchange): ServiceError {
  exchange.exceededLimit = 'rejections';
  const limit = context.config.rejectedCredentialsPerMinute;
  return new ServiceError(
    'rate_limited',
    `This address sent more than ${limit} requests with rejected credentials in this minute.`,
    { retryAfterSeconds: secondsToNextMinute(context.clock()) },
  );
}
