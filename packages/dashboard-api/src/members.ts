import { MEMBER_ROLES, type MemberRole } from '@heliograph/contract';
import { z } from 'zod';
import type { Timestamp } from './problem';

export type { MemberRole };

export interface Member {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
  memberRole: MemberRole;
  isYou: boolean;
  joinedAt: Timestamp;
  lastSignInAt: Timestamp | null;
}

/** A pending invitation. */
export interface Invitation {
  id: string;
  email: string;
  memberRole: MemberRole;
  /** An email address. */
  invitedBy: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/** `GET /members`: in order of joining; owners also see pending invitations. */
export interface MemberList {
  items: Member[];
  invitations: Invitation[];
}

/**
 * `POST /members/invitations`. Inviting an address again replaces its link. `DELETE /members/invitations/{id}` revokes
 * an invitation.
 */
export const createInvitationBody = z.strictObject({
  email: z.string().trim().min(3, 'must be an email address').max(254, 'must be an email address'),
  memberRole: z.enum(MEMBER_ROLES),
});
export type CreateInvitationBody = z.input<typeof createInvitationBody>;

export interface CreatedInvitation {
  invitation: Invitation;
  /** The link to give to the invited person; shown only once. */
  link: string;
}

/** `POST /invitations/lookup` and `POST /invitations/acceptance`: the token is the part of the link after `#`. */
export const invitationBody = z.strictObject({ token: z.string().max(100) });

/** What the invited person sees. 404 for everyone else. */
export interface ReceivedInvitation {
  account: { id: string; name: string };
  memberRole: MemberRole;
  /** An email address; the account's name if the address is not verified. */
  invitedBy: string;
  expiresAt: Timestamp;
}

/** The account the user is now a member of. */
export interface AcceptedInvitation {
  accountId: string;
}

/**
 * `PATCH /members/{id}`, returns {@link Member}. `DELETE /members/{id}` removes a member; `DELETE /membership` removes
 * the caller. An account always keeps an owner.
 */
export const changeMemberBody = z.strictObject({ memberRole: z.enum(MEMBER_ROLES) });
export type ChangeMemberBody = z.input<typeof changeMemberBody>;
