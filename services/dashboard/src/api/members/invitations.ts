import {
  createInvitationBody,
  invitationBody,
  type CreatedInvitation,
  type ReceivedInvitation,
} from '@heliograph/dashboard-api';
import { timestampOf } from '@heliograph/views';
import { actorOf } from '../../auth/session';
import { memberRoleName, memberRoleNumber } from '../../domain/member-role';
import { ask, change } from '../ask';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';
import { invitationRecord } from './convert';

/** The page reads the token from the fragment, which browsers never send to a server. */
const JOIN_PAGE = '/join';

/** `POST /members/invitations`. Not retried: inviting again replaces the link. */
export const createInvitation = endpoint({
  name: 'createInvitation',
  body: createInvitationBody,
  async run({ context: { clients, site }, exchange, signedIn, body: { email, memberRole } }) {
    const { invitation, token } = await withApiIssues(
      clients.members.createInvitation(
        {
          accountId: signedIn.account.id,
          email,
          role: memberRoleNumber(memberRole),
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    return {
      invitation: invitationRecord(invitation),
      link: `${site.origin}${JOIN_PAGE}#${token}`,
    } satisfies CreatedInvitation;
  },
});

/** `DELETE /members/invitations/{id}` */
export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  async run({ context: { clients }, exchange, signedIn, parameters }) {
    return withApiIssues(
      clients.members.revokeInvitation(
        {
          accountId: signedIn.account.id,
          invitationId: ownId(parameters, 'invitation'),
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
  },
});

/** `POST /invitations/lookup`: the token is in the body, because paths are logged. */
export const getInvitation = endpoint({
  name: 'getInvitation',
  isForAnyAccount: true,
  body: invitationBody,
  async run({ context: { clients }, exchange, signedIn: { session, user }, body: { token } }) {
    const { invitation, account } = await ask(exchange, (call) =>
      clients.members.getInvitation({ token, sessionId: session.id, userId: user.id }, call),
    );
    if (!invitation || !account) throw new Error('identity answered without the invitation');
    return {
      account: { id: account.id, name: account.name },
      memberRole: memberRoleName(invitation.role),
      invitedBy: invitation.invitedBy?.email || account.name || 'an unverified address',
      expiresAt: timestampOf(invitation.expiresAt),
    } satisfies ReceivedInvitation;
  },
});

/** `POST /invitations/acceptance` */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  isForAnyAccount: true,
  body: invitationBody,
  async run({ context: { clients }, exchange, signedIn: { session, user }, body: { token } }) {
    return change(exchange, (call) =>
      clients.members.acceptInvitation({ token, sessionId: session.id, userId: user.id }, call),
    );
  },
});
