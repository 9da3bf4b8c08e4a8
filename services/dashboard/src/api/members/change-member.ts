import { changeMemberBody } from '@heliograph/dashboard-api';
import { actorOf } from '../../auth/session';
import { memberRoleNumber } from '../../domain/member-role';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';
import { memberRecord } from './convert';

/** `PATCH /members/{id}`: changes the role; it applies to the member's sessions at once. */
export const changeMemberRole = endpoint({
  name: 'changeMemberRole',
  body: changeMemberBody,
  async run({ context: { clients }, exchange, signedIn, parameters, body: { memberRole } }) {
    const member = await withApiIssues(
      clients.members.changeMemberRole(
        {
          accountId: signedIn.account.id,
          userId: ownId(parameters, 'member'),
          role: memberRoleNumber(memberRole),
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    return memberRecord(member, signedIn.user.id);
  },
});

/** `DELETE /members/{id}` */
export const removeMember = endpoint({
  name: 'removeMember',
  async run({ context: { clients }, exchange, signedIn, parameters }) {
    return withApiIssues(
      clients.members.removeMember(
        {
          accountId: signedIn.account.id,
          userId: ownId(parameters, 'member'),
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
  },
});

/** `DELETE /membership`: the user leaves the account and is switched to their own. */
export const leaveAccount = endpoint({
  name: 'leaveAccount',
  async run({ context: { clients }, exchange, signedIn }) {
    return withApiIssues(
      clients.members.removeMember(
        { accountId: signedIn.account.id, userId: signedIn.user.id, actor: actorOf(signedIn) },
        exchange.call(),
      ),
    );
  },
});
