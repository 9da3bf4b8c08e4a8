import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';
import { usedKeyRecord } from './used-key';

/** `DELETE /keys/{id}`: revokes the key everywhere within five seconds. Returns its new state. */
export const revokeKey = endpoint({
  name: 'revokeKey',
  async run({ context, exchange, signedIn, parameters }) {
    const key = await withApiIssues(
      context.clients.identity.revokeKey(
        { id: ownId(parameters, 'key'), accountId: signedIn.account.id, actor: actorOf(signedIn) },
        exchange.call(),
      ),
    );
    return usedKeyRecord(context, exchange, key);
  },
});
