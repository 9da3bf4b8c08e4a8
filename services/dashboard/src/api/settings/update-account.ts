import { updateAccountBody } from '@heliograph/dashboard-api';
import { identity } from '@heliograph/proto';
import { actorOf } from '../../auth/session';
import { change } from '../ask';
import { accountRecord } from '../convert';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';

/** `PATCH /account` */
export const updateAccount = endpoint({
  name: 'updateAccount',
  body: updateAccountBody,
  async run({ context: { clients }, exchange, signedIn, body: { name, logsQueries } }) {
    const { id } = signedIn.account;
    const account = accountRecord(
      await withApiIssues(
        clients.identity.updateAccount(
          {
            id,
            name,
            logsQueries,
            plan: identity.Plan.UNSPECIFIED,
            role: identity.Role.UNSPECIFIED,
            reason: '',
            actor: actorOf(signedIn),
          },
          exchange.call(),
        ),
      ),
    );
    // If the process dies here, no more queries are logged or shown. Stored queries are erased when their days expire,
    // or when this request is repeated.
    if (logsQueries === false) {
      await change(exchange, (call) => clients.metering.forgetQueries({ accountId: id }, call));
    }
    return account;
  },
});
