import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';

/** `DELETE /cli/sessions/{id}` */
export const revokeCliSession = endpoint({
  name: 'revokeCliSession',
  async run({ context: { clients }, exchange, signedIn, parameters }) {
    return withApiIssues(
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
