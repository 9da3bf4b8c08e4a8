import { updateKeyBody } from '@heliograph/dashboard-api';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';
import { usedKeyRecord } from './used-key';

/** `PATCH /keys/{id}` */
export const updateKey = endpoint({
  name: 'updateKey',
  body: updateKeyBody,
  async run({ context, exchange, signedIn, parameters, body: { name, monthlyCapRecords } }) {
    const key = await withApiIssues(
      context.clients.identity.updateKey(
        {
          id: ownId(parameters, 'key'),
          accountId: signedIn.account.id,
          name,
          // Null removes the cap; if absent, the cap is unchanged.
          monthlyCapRecords: monthlyCapRecords === undefined ? undefined : BigInt(monthlyCapRecords ?? 0),
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    return usedKeyRecord(context, exchange, key);
  },
});
