import { clientNetwork, isFromOtherSite, secondsToNextMinute } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../../context';
import { CLIENT_ID, type FormParameter } from '@heliograph/contract';
import { issuesWithForm, type FormIssue } from '../../domain/oauth-parameters';
import type { Exchange } from '../exchange';
import type { Operation } from '../operation';
import { OAuthError, sendOAuthError } from './oauth-error';
import { readForm } from './read-form';

const FORBIDDEN = 403;

export type FormValues = ReadonlyMap<string, string>;

/** An OAuth endpoint that takes a form and no credential header: the form contains the client's credential. */
interface OAuthEndpoint {
  name: string;
  required: readonly FormParameter[];
  /** Its optional parameters; those that depend on `grant_type` are checked by `choose`. */
  optional: readonly FormParameter[];
  /** Which of the parameters belong to this request; all by default. */
  choose?(values: FormValues): { required: readonly FormParameter[]; optional: readonly FormParameter[] };
  /** Sends a response, or throws. */
  answer(context: GatewayContext, exchange: Exchange, values: FormValues): Promise<void>;
}

/**
 * Creates an OAuth endpoint's operation. The order is always the same: method, no other site's page, the address's
 * limit, the form's type and size, all of its issues together, the client, then the endpoint itself. No part of a form
 * is logged.
 */
export function oauthOperation(endpoint: OAuthEndpoint): Operation {
  const known = new Set<string>([...endpoint.required, ...endpoint.optional]);
  return {
    name: endpoint.name,
    methods: ['POST'],
    takesBody: true,
    async handle(context, exchange) {
      refuseOtherSites(exchange);
      limitAddress(context, exchange);
      const { values, issues } = await readForm(exchange, known);
      const { required, optional } = endpoint.choose?.(values) ?? endpoint;
      refuse([...issues, ...issuesWithForm(values, required, optional)]);
      if (values.get('client_id') !== CLIENT_ID) {
        throw new OAuthError('invalid_client', `There is one client: client_id must be ${CLIENT_ID}.`);
      }
      await endpoint.answer(context, exchange, values);
    },
    sendError: sendOAuthError,
  };
}

/**
 * Refuses what a page of another site made a browser send, as the browser reports it (Fetch Metadata), without counting
 * it: else any page that one user opens could use up the limit of everyone at the user's address.
 */
function refuseOtherSites(exchange: Exchange): void {
  if (isFromOtherSite(exchange.header('sec-fetch-site')))
    throw new OAuthError('invalid_request', 'The request was made by a web page of another site.', FORBIDDEN);
}

/** Counts every request, whatever its outcome: these endpoints are where attackers would guess tokens and codes. */
function limitAddress({ config, loginThrottle, clock }: GatewayContext, exchange: Exchange): void {
  const address = clientNetwork(exchange.request, config.trustedProxies);
  const now = clock();
  if (loginThrottle.isBlocked(address, now)) {
    exchange.exceededLimit = 'logins';
    throw new ServiceError(
      'rate_limited',
      `This address sent more than ${config.loginRequestsPerMinute} requests for tokens in this minute.`,
      { retryAfterSeconds: secondsToNextMinute(now) },
    );
  }
  loginThrottle.count(address, now);
}

function refuse(issues: readonly FormIssue[]): void {
  if (issues.length === 0) return;
  const text = issues.map(({ parameter, message }) => `${parameter} ${message}`).join('; ');
  throw new OAuthError('invalid_request', `The request is not valid: ${text}.`);
}
