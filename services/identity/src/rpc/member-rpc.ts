import { members } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { changeMemberRole } from './members/change-member-role';
import { acceptInvitation, createInvitation, getInvitation, revokeInvitation } from './members/invitations';
import { listMembers } from './members/list-members';
import { listMemberships, switchAccount, updateUser } from './members/own-accounts';
import { removeMember } from './members/remove-member';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  listMembers: ['dashboard'],
  changeMemberRole: ['dashboard'],
  removeMember: ['dashboard'],
  createInvitation: ['dashboard'],
  revokeInvitation: ['dashboard'],
  getInvitation: ['dashboard'],
  acceptInvitation: ['dashboard'],
  listMemberships: ['dashboard'],
  switchAccount: ['dashboard'],
  updateUser: ['dashboard'],
};

/** Adds the calls about the members of accounts to a server. */
export function serveMembers(server: RpcServer, context: Context): void {
  server.serve(members.MemberServiceService, ALLOW, {
    listMembers: (request) => listMembers(context, request),
    changeMemberRole: (request, call) => changeMemberRole(context, request, call),
    removeMember: (request, call) => removeMember(context, request, call),
    createInvitation: (request, call) => createInvitation(context, request, call),
    revokeInvitation: (request, call) => revokeInvitation(context, request, call),
    getInvitation: (request) => getInvitation(context, request),
    acceptInvitation: (request, call) => acceptInvitation(context, request, call),
    listMemberships: (request) => listMemberships(context, request),
    switchAccount: (request) => switchAccount(context, request),
    updateUser: (request, call) => updateUser(context, request, call),
  });
}
