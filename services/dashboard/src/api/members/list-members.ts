import type { MemberList } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { memberRecord } from './convert';

/** `GET /members` */
export const listMembers = endpoint({
  name: 'listMembers',
  async run({ context: { clients }, exchange, signedIn: { account, user } }) {
    const { members } = await ask(exchange, (call) =>
      clients.members.listMembers({ accountId: account.id }, call),
    );
    return { items: members.map((member) => memberRecord(member, user.id)) } satisfies MemberList;
  },
});
