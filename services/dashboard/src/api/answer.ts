import { ServiceError } from '@heliograph/runtime';
import { checkFetchSite, checkOwnPage } from '../auth/same-site';
import { authenticateSession } from '../auth/session';
import { identity } from '@heliograph/proto';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { takeOf } from '../http/limit';
import { checkMethod } from '../http/serve';
import { nothingHere, type Endpoint } from './endpoint';

/** The endpoints of one path, by method. */
export type Resource = Readonly<Record<string, Endpoint>>;

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Answers one request to `/api/app/v1`. The order is the same for all: where it comes from, session, limit, restriction,
 * path, method, role, CSRF token, then what the endpoint itself checks.
 *
 * @param resource undefined where there is nothing: whoever is not signed in is not told so.
 * @throws ServiceError
 */
export async function answerApi(
  context: DashboardContext,
  exchange: Exchange,
  resource: Resource | undefined,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  checkFetchSite(exchange);
  const signedIn = await authenticateSession(context, exchange);
  await takeOf(context, 'session', signedIn.account.id, context.config.sessionRequestsPerMinute);
  const isOperator = signedIn.account.role === identity.Role.OPERATOR;
  const endpoint = resource?.[exchange.method];
  if (endpoint) exchange.operation = endpoint.name;
  if (signedIn.isShutOut && !endpoint?.isOpenWhileRestricted) {
    throw new ServiceError('access_restricted', signedIn.restriction ?? 'Access is restricted.');
  }
  // To everybody else these paths are not there, whatever the method.
  const isHidden = Object.values(resource ?? {}).some((other) => other.isForOperators) && !isOperator;
  if (!resource || isHidden) throw nothingHere('resource');
  if (!endpoint) {
    checkMethod({ methods: Object.keys(resource) }, exchange);
    return;
  }
  if (!SAFE_METHODS.has(exchange.method)) checkOwnPage(context, exchange, signedIn.secret);
  await endpoint.answer(context, exchange, signedIn, parameters);
}
