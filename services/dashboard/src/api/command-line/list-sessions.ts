import { timestampOf } from '@heliograph/views';
import type { CliSessions } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { endpoint } from '../endpoint';

/** `GET /cli/sessions` */
export const listCliSessions = endpoint({
  name: 'listCliSessions',
  async run({ context: { clients }, exchange, signedIn: { account, user } }) {
    const { sessions } = await ask(exchange, (call) =>
      clients.cli.listCliSessions({ accountId: account.id, userId: user.id }, call),
    );
    return {
      items: sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
        id,
        deviceName: device?.name ?? '',
        clientVersion: device?.clientVersion ?? '',
        createdAt: timestampOf(createdAt),
        lastUsedAt: timestampOf(lastUsedAt ?? createdAt),
      })),
    } satisfies CliSessions;
  },
});
