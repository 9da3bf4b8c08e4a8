import { mayDo } from '@heliograph/contract';
import type { MemberList } from '@heliograph/dashboard-api';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { invitationRecord, memberRecord } from './convert';

/** `GET /members` */
export const listMembers = endpoint({
  name: 'listMembers',
  async run({ context: { clients }, exchange, signedIn: { account, user, memberRole } }) {
    const { members, invitations } = await ask(exchange, (call) =>
      clients.members.listMembers({ accountId: account.id }, call),
    );
    return {
      items: members.map((member) => memberRecord(member, user.id)),
      invitations: mayDo(memberRole, 'createInvitation') ? invitations.map(invitationRecord) : [],
    } satisfies MemberList;
  },
});
