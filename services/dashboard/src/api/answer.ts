import { mayDo, rolesThatMay } from '@heliograph/contract';
import { checkMethod, inSlot } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import { checkFetchSite, checkOwnPage, checkPageAccount } from '../auth/same-site';
import { authenticateSession, type SignedIn } from '../auth/session';
import { identity } from '@heliograph/proto';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import { countUserRequest, countSearch } from '../http/limit';
import { notFound, type Endpoint } from './endpoint';

/** The endpoints of one path, by method. */
export type Resource = Readonly<Record<string, Endpoint>>;

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Handles one request to `/api/app/v1`. The order is fixed: same-site check, session, the user's rate limit, a slot of
 * the user and of the account, restriction, path, method, operator role, role in the account, CSRF token, the page's
 * account, the account's search rate limit, then the endpoint's own checks. A refused request uses up nothing that
 * belongs to the account.
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
  await inSlot({ slots: context.userSlots }, exchange, `${account.id}:${user.id}`, () =>
    inSlot(context, exchange, account.id, () =>
      execute(context, exchange, signedIn, resource, endpoint, parameters),
    ),
  );
}

async function execute(
  context: DashboardContext,
  exchange: Exchange,
  signedIn: SignedIn,
  resource: Resource | undefined,
  endpoint: Endpoint | undefined,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const isOperator = signedIn.account.role === identity.Role.OPERATOR;
  if (signedIn.isLockedOut && !endpoint?.isOpenWhileRestricted) {
    throw new ServiceError('access_restricted', signedIn.restriction ?? 'Access is restricted.');
  }
  // For everyone else these paths do not exist, whatever the method.
  const isHidden = Object.values(resource ?? {}).some((other) => other.isForOperators) && !isOperator;
  if (!resource || isHidden) throw notFound('resource');
  if (!endpoint) {
    checkMethod({ methods: Object.keys(resource) }, exchange);
    return;
  }
  if (!endpoint.isForOperators) checkRole(endpoint, signedIn);
  if (!SAFE_METHODS.has(exchange.method)) checkOwnPage(context, exchange, signedIn.secret);
  if (!endpoint.isForAnyAccount) checkPageAccount(exchange, signedIn.account.id);
  if (endpoint.isSearch) await countSearch(context, exchange, signedIn.account.id);
  await endpoint.answer(context, exchange, signedIn, parameters);
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
