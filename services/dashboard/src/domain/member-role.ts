import type { MemberRole } from '@heliograph/contract';
import { identity } from '@heliograph/proto';

const ROLES: ReadonlyMap<identity.MemberRole, MemberRole> = new Map([
  [identity.MemberRole.OWNER, 'owner'],
  [identity.MemberRole.DEVELOPER, 'developer'],
  [identity.MemberRole.BILLING, 'billing'],
  [identity.MemberRole.VIEWER, 'viewer'],
]);

/** A role unknown to this version counts as the least privileged one. */
export function memberRoleName(number: identity.MemberRole): MemberRole {
  return ROLES.get(number) ?? 'viewer';
}

export function memberRoleNumber(name: MemberRole): identity.MemberRole {
  return [...ROLES].find(([, role]) => role === name)![0];
}
