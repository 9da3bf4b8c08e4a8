import { rollKeyBody } from '@heliograph/dashboard-api';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';
import { createdKeyRecord } from './convert';

const SECONDS_PER_HOUR = 3_600;

/** `POST /keys/{id}/roll` */
export const rollKey = endpoint({
  name: 'rollKey',
  body: rollKeyBody,
  async run({ context, exchange, signedIn, parameters, body: { overlapHours } }) {
    const created = await withApiIssues(
      context.clients.identity.rollKey(
        {
          id: ownId(parameters, 'key'),
          accountId: signedIn.account.id,
          overlapSeconds: overlapHours * SECONDS_PER_HOUR,
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    return createdKeyRecord(created, context.config.apiUrl, context.clock());
  },
});
