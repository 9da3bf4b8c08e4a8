import type { members } from '@heliograph/proto';
import { Faults, isReadableName, readableNameRule, ServiceError } from '@heliograph/runtime';
import { DAYS_BETWEEN_HOMES, type Member, type MemberRole } from '../../domain/member';
import type { MemberRefusal } from '../../storage/member-store';
import { memberRoleFromRequest, memberRoleToResponse, userToResponse } from '../convert';

const NAME_LENGTH = 100;

/** @throws ServiceError `invalid_parameter`. */
export function roleFromRequest({ role: number }: { role: members.Member['role'] }): MemberRole {
  const faults = new Faults();
  const role = memberRoleFromRequest(number);
  faults.require(role !== undefined, 'role', 'must be OWNER, DEVELOPER, BILLING or VIEWER');
  faults.throwIfAny();
  return role!;
}

/** @throws ServiceError `invalid_parameter`. */
export function nameFromRequest(request: members.UpdateUserRequest): string {
  const faults = new Faults();
  const name = request.name.trim();
  faults.require(isReadableName(name, NAME_LENGTH), 'name', readableNameRule(NAME_LENGTH));
  faults.throwIfAny();
  return name;
}

export function memberToResponse({ user, role, joinedAt, lastSignInAt }: Member): members.Member {
  return { user: userToResponse(user), role: memberRoleToResponse(role), joinedAt, lastSignInAt };
}

export const noSuchMember = (): ServiceError => new ServiceError('not_found', 'There is no such member.');

export const onlyForOwners = (): ServiceError =>
  new ServiceError('insufficient_scope', 'Only owners of the account can do this.');

export function memberRefusal(refusal: MemberRefusal): ServiceError {
  switch (refusal) {
    case 'no_member':
      return noSuchMember();
    case 'not_allowed':
      return onlyForOwners();
    case 'last_owner':
      return roleFault('An account needs an owner. Make another member one first.');
    case 'moved_lately':
      return roleFault(
        `This account was opened for this member, who got a new account less than ${DAYS_BETWEEN_HOMES} days ago. ` +
          'Until then they stay an owner.',
      );
  }
}

function roleFault(text: string): ServiceError {
  return new ServiceError('invalid_parameter', text, {
    faults: [{ parameter: 'role', message: 'must stay owner' }],
  });
}
