import { timestampOrNull } from '@heliograph/views';
import { restrictionBody, type AccessRestriction } from '@heliograph/dashboard-api';
import type { identity } from '@heliograph/proto';
import { actorOf } from '../../auth/session';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';

/** `GET /operator/access-restriction` */
export const getAccessRestriction = endpoint({
  name: 'getAccessRestriction',
  isForOperators: true,
  run: async ({ context: { clients }, exchange }) =>
    restrictionRecord(await ask(exchange, (call) => clients.identity.getAccessRestriction({}, call))),
});

/** `PUT /operator/access-restriction`: takes effect immediately here, and within five seconds for keys and tokens. */
export const setAccessRestriction = endpoint({
  name: 'setAccessRestriction',
  isForOperators: true,
  body: restrictionBody,
  async run({ context: { clients }, exchange, signedIn, body: { active, message } }) {
    return restrictionRecord(
      await withApiIssues(
        clients.identity.setAccessRestriction({ active, message, actor: actorOf(signedIn) }, exchange.call()),
      ),
    );
  },
});

function restrictionRecord({ active, message, changedAt }: identity.AccessRestriction): AccessRestriction {
  return { active, message, changedAt: timestampOrNull(changedAt) };
}
