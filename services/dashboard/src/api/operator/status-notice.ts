import { timestampOrNull } from '@heliograph/views';
import { statusNoticeBody, type StatusNotice } from '@heliograph/dashboard-api';
import type { identity } from '@heliograph/proto';
import { actorOf } from '../../auth/session';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';

/** `GET /operator/status-notice` */
export const getStatusNotice = endpoint({
  name: 'getStatusNotice',
  isForOperators: true,
  run: async ({ context: { clients }, exchange }) =>
    noticeRecord(await ask(exchange, (call) => clients.identity.getStatusNotice({}, call))),
});

/** `PUT /operator/status-notice`: appears on the status page within seconds. */
export const setStatusNotice = endpoint({
  name: 'setStatusNotice',
  isForOperators: true,
  body: statusNoticeBody,
  run: async ({ context: { clients }, exchange, signedIn, body: { text } }) =>
    noticeRecord(
      await withApiIssues(
        clients.identity.setStatusNotice({ text, actor: actorOf(signedIn) }, exchange.call()),
      ),
    ),
});

function noticeRecord({ text, changedAt }: identity.StatusNotice): StatusNotice {
  return { text, changedAt: timestampOrNull(changedAt) };
}
