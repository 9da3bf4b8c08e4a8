import type { Member } from '@heliograph/dashboard-api';
import type { members } from '@heliograph/proto';
import { momentOf, momentOrNull } from '@heliograph/views';
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
    joinedAt: momentOf(member.joinedAt),
    lastSignInAt: momentOrNull(member.lastSignInAt),
  };
}
