import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiFaults } from '../errors';
import { ownId } from '../parameters';

/** `DELETE /cli/sessions/{id}` */
export const revokeCliSession = endpoint({
  name: 'revokeCliSession',
  async run({ context: { clients }, exchange, signedIn, parameters }) {
    return withApiFaults(
      clients.cli.revokeCliSession(
        {
          accountId: signedIn.account.id,
          userId: signedIn.user.id,
          sessionId: ownId(parameters, 'session'),
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
  },
});
