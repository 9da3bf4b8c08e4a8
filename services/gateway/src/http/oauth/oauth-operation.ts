import { clientNetwork, secondsToNextMinute } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { GatewayContext } from '../../context';
import { CLIENT_ID, type FormParameter } from '@heliograph/contract';
import { faultsOfForm, type FormFault } from '../../domain/oauth-parameters';
import type { Exchange } from '../exchange';
import type { Operation } from '../operation';
import { OAuthError, sendOAuthError } from './oauth-error';
import { readForm } from './read-form';

export type FormValues = ReadonlyMap<string, string>;

/** An OAuth endpoint that takes a form, and no credential: the form holds what the client has. */
interface OAuthEndpoint {
  name: string;
  required: readonly FormParameter[];
  /** Others that it takes; those that depend on `grant_type` are checked by `choose`. */
  optional: readonly FormParameter[];
  /** Which of the parameters belong to this request; all of them, without it. */
  choose?(values: FormValues): { required: readonly FormParameter[]; optional: readonly FormParameter[] };
  /** Answers, or throws. */
  answer(context: GatewayContext, exchange: Exchange, values: FormValues): Promise<void>;
}

/**
 * Makes an operation of an OAuth endpoint. The order is the same for all: method, the address' limit, the form's type and
 * size, its faults (all of them in one answer), the client, then what the endpoint itself does. Nothing of a form is logged.
 */
export function oauthOperation(endpoint: OAuthEndpoint): Operation {
  const known = new Set<string>([...endpoint.required, ...endpoint.optional]);
  return {
    name: endpoint.name,
    methods: ['POST'],
    takesBody: true,
    async handle(context, exchange) {
      limitAddress(context, exchange);
      const { values, faults } = await readForm(exchange, known);
      const { required, optional } = endpoint.choose?.(values) ?? endpoint;
      refuse([...faults, ...faultsOfForm(values, required, optional)]);
      if (values.get('client_id') !== CLIENT_ID) {
        throw new OAuthError('invalid_client', `There is one client: client_id must be ${CLIENT_ID}.`);
      }
      await endpoint.answer(context, exchange, values);
    },
    sendError: sendOAuthError,
  };
}

/** Counts every request, whatever becomes of it: these endpoints are where tokens and codes would be guessed. */
function limitAddress({ config, loginThrottle, clock }: GatewayContext, exchange: Exchange): void {
  const address = clientNetwork(exchange.request, config.trustedProxies);
  const now = clock();
  if (loginThrottle.isBlocked(address, now)) {
    exchange.metLimit = 'logins';
    throw new ServiceError(
      'rate_limited',
      `This address sent more than ${config.loginRequestsPerMinute} requests for tokens in this minute.`,
      { retryAfterSeconds: secondsToNextMinute(now) },
    );
  }
  loginThrottle.count(address, now);
}

function refuse(faults: readonly FormFault[]): void {
  if (faults.length === 0) return;
  const text = faults.map(({ parameter, message }) => `${parameter} ${message}`).join('; ');
  throw new OAuthError('invalid_request', `The request is not valid: ${text}.`);
}
