import { updateAccountBody } from '@heliograph/dashboard-api';
import { identity } from '@heliograph/proto';
import { actorOf } from '../../auth/session';
import { accountRecord } from '../convert';
import { endpoint } from '../endpoint';
import { withApiFaults } from '../errors';

/** `PATCH /account` */
export const updateAccount = endpoint({
  name: 'updateAccount',
  body: updateAccountBody,
  async run({ context: { clients }, exchange, signedIn, body: { name } }) {
    return accountRecord(
      await withApiFaults(
        clients.identity.updateAccount(
          {
            id: signedIn.account.id,
            name,
            plan: identity.Plan.UNSPECIFIED,
            role: identity.Role.UNSPECIFIED,
            reason: '',
            actor: actorOf(signedIn),
          },
          exchange.call(),
        ),
      ),
    );
  },
});
