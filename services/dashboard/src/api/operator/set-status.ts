import { statusBody } from '@heliograph/dashboard-api';
import { ServiceError } from '@heliograph/runtime';
import { actorOf } from '../../auth/session';
import { operatedAccountRecord, STATUS_NUMBERS } from '../convert';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';

/**
 * `POST /operator/accounts/{id}/status`: takes effect immediately here, and within five seconds for keys and tokens.
 */
export const setStatus = endpoint({
  name: 'setStatus',
  isForOperators: true,
  body: statusBody,
  async run({ context: { clients }, exchange, signedIn, parameters, body: { status, reason } }) {
    const id = ownId(parameters, 'account');
    if ([signedIn.account.id, signedIn.user.homeAccountId].includes(id) && status !== 'active') {
      const message = 'must be active for your own account: another operator can change it';
      throw new ServiceError('invalid_parameter', `status: ${message}`, {
        issues: [{ parameter: 'status', message }],
      });
    }
    return operatedAccountRecord(
      await withApiIssues(
        clients.identity.setAccountStatus(
          { id, status: STATUS_NUMBERS[status], reason, actor: actorOf(signedIn) },
          exchange.call(),
        ),
      ),
    );
  },
});
