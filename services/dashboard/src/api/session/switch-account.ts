import { switchAccountBody } from '@heliograph/dashboard-api';
import { change } from '../ask';
import { endpoint } from '../endpoint';

/** `PUT /session/account`: switches this browser to another of the user's accounts. 404 unless they are a member. */
export const switchAccount = endpoint({
  name: 'switchAccount',
  isForAnyAccount: true,
  body: switchAccountBody,
  async run({ context: { clients }, exchange, signedIn: { session, user }, body: { accountId } }) {
    return change(exchange, (call) =>
      clients.members.switchAccount({ sessionId: session.id, userId: user.id, accountId }, call),
    );
  },
});
