import { timestampOf } from '@heliograph/views';
import type { OwnAccount, SessionState } from '@heliograph/dashboard-api';
import type { SignedIn } from '../../auth/session';
import type { DashboardContext } from '../../context';
import { csrfTokenOf } from '../../domain/csrf';
import { memberRoleName } from '../../domain/member-role';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { accountRecord } from '../convert';
import { endpoint } from '../endpoint';

/** `GET /session`: works while access is restricted, so that pages can show the message and users can sign out. */
export const getSession = endpoint({
  name: 'getSession',
  isOpenWhileRestricted: true,
  isForAnyAccount: true,
  hasSecret: true,
  async run({ context, exchange, signedIn }) {
    const { config, payments } = context;
    const { account, session, secret, restriction, user, memberRole } = signedIn;
    const accounts = await readAccounts(context, exchange, signedIn);
    return {
      account: accountRecord(account),
      user: { id: user.id, email: user.email, name: user.name },
      memberRole,
      isTeam: (accounts.find(({ id }) => id === account.id)?.members ?? 1) > 1,
      accounts,
      session: {
        id: session.id,
        idleExpiresAt: timestampOf(session.idleExpiresAt),
        expiresAt: timestampOf(session.expiresAt),
      },
      csrfToken: csrfTokenOf(secret),
      installation: {
        apiUrl: config.apiUrl,
        isDevelopmentIssuer: config.developmentIssuer !== undefined,
        payments: payments.kind,
      },
      restriction: restriction === undefined ? null : { message: restriction },
    } satisfies SessionState;
  },
});

/**
 * The user's accounts, home first; none if they cannot be read, for example from an identity service without members.
 */
async function readAccounts(
  { clients, logger }: DashboardContext,
  exchange: Exchange,
  { user }: SignedIn,
): Promise<OwnAccount[]> {
  let memberships;
  try {
    ({ memberships } = await ask(exchange, (call) =>
      clients.members.listMemberships({ userId: user.id }, call),
    ));
  } catch (error) {
    logger.debug({ err: error, requestId: exchange.requestId }, 'the session is returned without accounts');
    return [];
  }
  return memberships.flatMap(({ account, role, members }) =>
    account
      ? [
          {
            id: account.id,
            name: account.name,
            email: account.email,
            isOwn: account.id === user.homeAccountId,
            memberRole: memberRoleName(role),
            members,
          },
        ]
      : [],
  );
}
