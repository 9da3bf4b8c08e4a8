import { mayDo, rolesThatMay } from '@heliograph/contract';
import { checkMethod, inSlot } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import { checkFetchSite, checkOwnPage, checkPageAccount } from '../auth/same-site';
import { authenticateSession, type SignedIn } from '../auth/session';
import { identity } from '@heliograph/proto';
import type { DashboardContext } from '../context';
import { readJson } from '../http/body';
import type { Exchange } from '../http/exchange';
import { countUserRequest, countSearch } from '../http/limit';
import { notFound, type Endpoint } from './endpoint';

/** The endpoints of one path, by method. */
export type Resource = Readonly<Record<string, Endpoint>>;

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const MAXIMUM_BODY_BYTES = 32_768;

/**
 * Handles one request to `/api/app/v1`. The order is fixed: same-site check, session, the user's rate limit,
 * restriction, path, method, operator role, role in the account, CSRF token, the page's account, reading the body, a
 * slot of the user and of the account, the account's search rate limit, then the endpoint's own checks. A refused
 * request uses up nothing that belongs to the account, and a body that does not arrive takes no slot of other requests.
 *
 * @param resource undefined for an unknown path: not revealed to visitors who are not signed in.
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
  const { account, user } = signedIn;
  const endpoint = resource?.[exchange.method];
  if (endpoint) exchange.operation = endpoint.name;
  await countUserRequest(context, exchange, account.id, user.id);
  checkAllowed(context, exchange, signedIn, resource, endpoint);
  const ofUser = `${account.id}:${user.id}`;
  if (endpoint.takesBody) {
    await inSlot({ slots: context.bodySlots }, exchange, ofUser, async () => {
      exchange.requestBody = await readJson(exchange, MAXIMUM_BODY_BYTES);
    });
  }
  await inSlot({ slots: context.userSlots }, exchange, ofUser, () =>
    inSlot(context, exchange, account.id, async () => {
      if (endpoint.isSearch) await countSearch(context, exchange, account.id);
      await endpoint.answer(context, exchange, signedIn, parameters);
    }),
  );
}

/** @throws ServiceError if there is no such endpoint, or the caller may not use it. */
function checkAllowed(
  context: DashboardContext,
  exchange: Exchange,
  signedIn: SignedIn,
  resource: Resource | undefined,
  endpoint: Endpoint | undefined,
): asserts endpoint is Endpoint {
  const isOperator = signedIn.account.role === identity.Role.OPERATOR;
  if (signedIn.isLockedOut && !endpoint?.isOpenWhileRestricted) {
    throw new ServiceError('access_restricted', signedIn.restriction ?? 'Access is restricted.');
  }
  // For everyone else these paths do not exist, whatever the method.
  const isHidden = Object.values(resource ?? {}).some((other) => other.isForOperators) && !isOperator;
  if (!resource || isHidden) throw notFound('resource');
  // Throws: the resource has no endpoint for this method.
  if (!endpoint) return checkMethod({ methods: Object.keys(resource) }, exchange);
  if (!endpoint.isForOperators) checkRole(endpoint, signedIn);
  if (!SAFE_METHODS.has(exchange.method)) checkOwnPage(context, exchange, signedIn.secret);
  if (!endpoint.isForAnyAccount) checkPageAccount(exchange, signedIn.account.id);
}

/** @throws ServiceError `insufficient_scope`, naming the roles that would suffice. */
function checkRole({ name }: Endpoint, { memberRole }: SignedIn): void {
  if (mayDo(memberRole, name)) return;
  const roles = rolesThatMay(name).join(' or ');
  throw new ServiceError(
    'insufficient_scope',
    `Your role in this account, ${memberRole}, does not allow this${roles === '' ? '' : `; it requires the ${roles} role`}.`,
  );
}
