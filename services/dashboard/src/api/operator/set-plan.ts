import { planFromName } from '@heliograph/views';
import { planBody } from '@heliograph/dashboard-api';
import { identity } from '@heliograph/proto';
import { actorOf } from '../../auth/session';
import { operatedAccountRecord } from '../convert';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';

/** `POST /operator/accounts/{id}/plan` */
export const setPlan = endpoint({
  name: 'setPlan',
  isForOperators: true,
  body: planBody,
  async run({ context: { clients }, exchange, signedIn, parameters, body: { plan, reason } }) {
    return operatedAccountRecord(
      await withApiIssues(
        clients.identity.updateAccount(
          {
            id: ownId(parameters, 'account'),
            name: undefined,
            plan: planFromName(plan),
            role: identity.Role.UNSPECIFIED,
            reason,
            actor: actorOf(signedIn),
          },
          exchange.call(),
        ),
      ),
    );
  },
});
