import { timestampOf } from '@heliograph/views';
import type { BrowserSessions } from '@heliograph/dashboard-api';
import { browserName } from '../../domain/browser-name';
import { ask } from '../ask';
import { endpoint } from '../endpoint';

/** `GET /sessions` */
export const listSessions = endpoint({
  name: 'listSessions',
  async run({ context: { clients }, exchange, signedIn: { account, session, user } }) {
    const { sessions } = await ask(exchange, (call) =>
      clients.signIn.listSessions({ accountId: account.id, userId: user.id }, call),
    );
    return {
      items: sessions.map(({ id, createdAt, lastSeenAt, userAgent, address }) => ({
        id,
        isCurrent: id === session.id,
        createdAt: timestampOf(createdAt),
        lastSeenAt: timestampOf(lastSeenAt),
        browser: browserName(userAgent),
        address,
      })),
    } satisfies BrowserSessions;
  },
});
