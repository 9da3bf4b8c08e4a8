import { clearSessionCookie } from '../../auth/cookies';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';

/** `DELETE /sessions/{id}` */
export const revokeSession = endpoint({
  name: 'revokeSession',
  async run({ context: { clients }, exchange, signedIn, parameters }) {
    const sessionId = ownId(parameters, 'session');
    await withApiIssues(
      clients.signIn.revokeSession(
        {
          accountId: signedIn.account.id,
          userId: signedIn.user.id,
          sessionId,
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    if (sessionId === signedIn.session.id) clearSessionCookie(exchange);
    return {};
  },
});
