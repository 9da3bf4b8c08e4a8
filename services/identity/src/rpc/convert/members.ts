import { identity } from '@heliograph/proto';
import { MEMBER_ROLES, type MemberRole, type User } from '../../domain/member';

const MEMBER_ROLE_NUMBERS: Record<MemberRole, identity.MemberRole> = {
  owner: identity.MemberRole.OWNER,
  developer: identity.MemberRole.DEVELOPER,
  billing: identity.MemberRole.BILLING,
  viewer: identity.MemberRole.VIEWER,
};

export function userToResponse({ id, email, name, homeAccountId }: User): identity.User {
  return { id, email, name, homeAccountId };
}

export function memberRoleToResponse(role: MemberRole | undefined): identity.MemberRole {
  return role === undefined ? identity.MemberRole.UNSPECIFIED : MEMBER_ROLE_NUMBERS[role];
}

/** Undefined for a role that this version does not know. */
export function memberRoleFromRequest(number: identity.MemberRole): MemberRole | undefined {
  return MEMBER_ROLES.find((role) => MEMBER_ROLE_NUMBERS[role] === number);
}
