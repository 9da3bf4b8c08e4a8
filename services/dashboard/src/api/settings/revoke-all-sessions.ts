import { clearSessionCookie } from '../../auth/cookies';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';

/** `DELETE /sessions`: signs the user out everywhere, here and in the command-line client. */
export const revokeAllSessions = endpoint({
  name: 'revokeAllSessions',
  async run({ context: { clients }, exchange, signedIn }) {
    const { revoked } = await clients.signIn.revokeAllSessions(
      {
        accountId: signedIn.account.id,
        userId: signedIn.user.id,
        includeCli: true,
        actor: actorOf(signedIn),
      },
      exchange.call(),
    );
    clearSessionCookie(exchange);
    return { revoked };
  },
});
