import { onDatabase } from '@heliograph/postgres';
import type { members } from '@heliograph/proto';
import { uuidv7, isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../../context';
import { formatInvitationToken, readInvitationToken } from '../../domain/invitation';
import { generateSecret } from '../../secrets';
import { accountToResponse } from '../convert/accounts';
import { actorOf } from '../convert/calls';
import { noSuchAccount } from '../not-found';
import {
  invitationFromRequest,
  invitationRefusal,
  invitationToResponse,
  noOpenInvitation,
  noSuchInvitation,
  onlyForOwners,
  tooManyAccounts,
} from './convert';

/**
 * Invites an address. Only this response contains the token.
 *
 * If the process dies before the response, inviting the address again replaces the lost link.
 *
 * @throws ServiceError `invalid_parameter`; `insufficient_scope` unless an owner acts; `rate_limited`.
 */
export async function createInvitation(
  context: Context,
  request: members.CreateInvitationRequest,
  call: CallContext,
): Promise<members.CreateInvitationResponse> {
  const { email, role } = invitationFromRequest(request);
  const { accountId, actor } = request;
  if (!isUuid(accountId)) throw noSuchAccount();
  const { secret, hash } = generateSecret();
  const id = uuidv7();
  const invitation = await onDatabase(() =>
    context.invitations.create({ id, accountId, email, role, secretHash: hash }, actorOf(call, actor)),
  );
  if (typeof invitation === 'string') throw invitationRefusal(invitation);
  context.metrics.changed('invitation.create');
  return { invitation: invitationToResponse(invitation), token: formatInvitationToken(id, secret) };
}

/** @throws ServiceError `not_found` unless it is open; `insufficient_scope` unless an owner acts. */
export async function revokeInvitation(
  context: Context,
  { accountId, invitationId, actor }: members.RevokeInvitationRequest,
  call: CallContext,
): Promise<members.RevokeInvitationResponse> {
  if (!isUuid(accountId) || !isUuid(invitationId)) throw noOpenInvitation();
  const result = await onDatabase(() =>
    context.invitations.revoke(accountId, invitationId, actorOf(call, actor)),
  );
  if (result === 'not_allowed') throw onlyForOwners();
  if (result === 'unknown') throw noOpenInvitation();
  context.metrics.changed('invitation.revoke');
  return {};
}

/** @throws ServiceError `not_found`. */
export async function getInvitation(
  context: Context,
  request: members.GetInvitationRequest,
): Promise<members.GetInvitationResponse> {
  const { id, secret, invitee } = holderFromRequest(request);
  const found = await onDatabase(() => context.invitations.find(id, secret, invitee));
  if (!found) throw noSuchInvitation();
  return { invitation: invitationToResponse(found), account: accountToResponse(found.account) };
}

/** @throws ServiceError `not_found`; `invalid_parameter` when the user is a member of too many accounts. */
export async function acceptInvitation(
  context: Context,
  request: members.AcceptInvitationRequest,
  call: CallContext,
): Promise<members.AcceptInvitationResponse> {
  const { id, secret, invitee } = holderFromRequest(request);
  const result = await onDatabase(() => context.invitations.accept(id, secret, invitee, actorOf(call)));
  if (result === 'unknown') throw noSuchInvitation();
  if (result === 'too_many_accounts') throw tooManyAccounts();
  context.metrics.changed('member.join');
  return result;
}

/** @throws ServiceError `not_found`. */
function holderFromRequest({ token, sessionId, userId }: members.GetInvitationRequest) {
  const read = readInvitationToken(token);
  if (!read || ![read.id, sessionId, userId].every(isUuid)) throw noSuchInvitation();
  return { ...read, invitee: { sessionId, userId } };
}
