import type { AuditPeople } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { endpoint } from '../endpoint';

/** `GET /audit/people` */
export const listAuditPeople = endpoint({
  name: 'listAuditPeople',
  async run({ context: { clients }, exchange, signedIn: { account, user } }) {
    const { users } = await ask(exchange, (call) =>
      clients.identity.listAuditUsers({ accountId: account.id }, call),
    );
    return {
      items: users.map(({ id, email }) => ({ id, email, isYou: id === user.id })),
    } satisfies AuditPeople;
  },
});
