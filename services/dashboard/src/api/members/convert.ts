import type { Invitation, Member } from '@heliograph/dashboard-api';
import type { members } from '@heliograph/proto';
import { timestampOf, timestampOrNull } from '@heliograph/views';
import { memberRoleName } from '../../domain/member-role';

/** @param viewerId the user who reads it. */
export function memberRecord({ user, ...member }: members.Member, viewerId: string): Member {
  if (!user) throw new Error('identity answered without the user');
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    memberRole: memberRoleName(member.role),
    isYou: user.id === viewerId,
    joinedAt: timestampOf(member.joinedAt),
    lastSignInAt: timestampOrNull(member.lastSignInAt),
  };
}

export function invitationRecord(invitation: members.Invitation | undefined): Invitation {
  if (!invitation) throw new Error('identity answered without the invitation');
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    memberRole: memberRoleName(role),
    invitedBy: invitedBy?.email ?? '',
    createdAt: timestampOf(createdAt),
    expiresAt: timestampOf(expiresAt),
  };
}
