import { ACCOUNT_LIMITS, TEAM_LIMITS } from '@heliograph/contract';
import type { members } from '@heliograph/proto';
import { Issues, isReadableName, readableNameRule, ServiceError } from '@heliograph/runtime';
import { isEmail } from '../../domain/email';
import type { Invitation } from '../../domain/invitation';
import { DAYS_BETWEEN_HOMES, type Member, type MemberRole } from '../../domain/member';
import type { InvitationRefusal } from '../../storage/invitation-store';
import type { MemberRefusal } from '../../storage/member-store';
import { memberRoleFromRequest, memberRoleToResponse, userToResponse } from '../convert/members';

const NAME_LENGTH = ACCOUNT_LIMITS.nameLength;
const ROLE_RULE = 'must be OWNER, DEVELOPER, BILLING, or VIEWER';

/** @throws ServiceError `invalid_parameter`. */
export function roleFromRequest({ role: number }: { role: members.Member['role'] }): MemberRole {
  const issues = new Issues();
  const role = memberRoleFromRequest(number);
  issues.require(role !== undefined, 'role', ROLE_RULE);
  issues.throwIfAny();
  return role!;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function invitationFromRequest(request: members.CreateInvitationRequest): {
  email: string;
  role: MemberRole;
} {
  const issues = new Issues();
  const email = request.email.trim();
  const role = memberRoleFromRequest(request.role);
  issues.require(isEmail(email), 'email', 'must be an email address');
  issues.require(role !== undefined, 'role', ROLE_RULE);
  issues.throwIfAny();
  return { email, role: role! };
}

/** @throws ServiceError `invalid_parameter`. */
export function nameFromRequest(request: members.UpdateUserRequest): string {
  const issues = new Issues();
  const name = request.name.trim();
  issues.require(isReadableName(name, NAME_LENGTH), 'name', readableNameRule(NAME_LENGTH));
  issues.throwIfAny();
  return name;
}

export function memberToResponse({ user, role, joinedAt, lastSignInAt }: Member): members.Member {
  return { user: userToResponse(user), role: memberRoleToResponse(role), joinedAt, lastSignInAt };
}

export function invitationToResponse(invitation: Invitation): members.Invitation {
  return {
    id: invitation.id,
    email: invitation.email,
    role: memberRoleToResponse(invitation.role),
    invitedBy: userToResponse(invitation.invitedBy),
    createdAt: invitation.createdAt,
    expiresAt: invitation.expiresAt,
  };
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
      return roleIssue('An account needs an owner. Make another member one first.');
    case 'moved_recently':
      return roleIssue(
        `This account was opened for this member, who got a new account less than ${DAYS_BETWEEN_HOMES} days ago. ` +
          `They must stay an owner until ${DAYS_BETWEEN_HOMES} days have passed.`,
      );
  }
}

function roleIssue(text: string): ServiceError {
  return new ServiceError('invalid_parameter', text, {
    issues: [{ parameter: 'role', message: 'must stay owner' }],
  });
}

/** The same error for a token that is unknown, used, expired, revoked, or for another address. */
export const noSuchInvitation = (): ServiceError =>
  new ServiceError(
    'not_found',
    'There is no invitation for you at this link. It may have been used or revoked, it may have expired, or it is ' +
      'for an address other than the one you signed in with, which your identity provider must have verified.',
  );

/** For an owner, who sees the account's open invitations. */
export const noOpenInvitation = (): ServiceError =>
  new ServiceError(
    'not_found',
    'The invitation is no longer open: it was accepted or revoked, or has expired.',
  );

export function invitationRefusal(refusal: InvitationRefusal): ServiceError {
  switch (refusal) {
    case 'not_allowed':
      return onlyForOwners();
    case 'member':
      return emailIssue('This address already belongs to a member.', 'already belongs to a member');
    case 'full':
      return emailIssue(
        `An account has at most ${TEAM_LIMITS.members} members and pending invitations.`,
        `would exceed the limit of ${TEAM_LIMITS.members} members and pending invitations`,
      );
    case 'too_many':
      return new ServiceError(
        'rate_limited',
        `An account can send ${TEAM_LIMITS.invitationsPerDay} invitations in 24 hours. Try again tomorrow.`,
        { retryAfterSeconds: 60 * 60 },
      );
  }
}

export const tooManyAccounts = (): ServiceError =>
  new ServiceError('invalid_parameter', `You can be a member of at most ${TEAM_LIMITS.accounts} accounts.`);

function emailIssue(text: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', text, { issues: [{ parameter: 'email', message }] });
}
