import { MEMBER_ROLES, type MemberRole } from '@heliograph/contract';
import { z } from 'zod';
import type { Moment } from './problem';

export type { MemberRole };

export interface Member {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
  memberRole: MemberRole;
  isYou: boolean;
  joinedAt: Moment;
  lastSignInAt: Moment | null;
}

/** An invitation that is open. */
export interface Invitation {
  id: string;
  email: string;
  memberRole: MemberRole;
  /** An email address. */
  invitedBy: string;
  createdAt: Moment;
  expiresAt: Moment;
}

/** `GET /members`: those who joined first come first; to owners also the pending invitations. */
export interface MemberList {
  items: Member[];
  invitations: Invitation[];
}

/**
 * `POST /members/invitations`. Inviting an address again replaces its link. `DELETE /members/invitations/{id}` revokes
 * one.
 */
export const createInvitationBody = z.strictObject({
  email: z.string().trim().min(3, 'must be an email address').max(254, 'must be an email address'),
  memberRole: z.enum(MEMBER_ROLES),
});
export type CreateInvitationBody = z.input<typeof createInvitationBody>;

export interface CreatedInvitation {
  invitation: Invitation;
  /** To give to the invited person; shown this once. */
  link: string;
}

/** `POST /invitations/lookup` and `POST /invitations/acceptance`: the token is what follows `#` in the link. */
export const invitationBody = z.strictObject({ token: z.string().max(100) });

/** What the invited person sees. 404 for everyone else. */
export interface ReceivedInvitation {
  account: { id: string; name: string };
  memberRole: MemberRole;
  /** An email address. */
  invitedBy: string;
  expiresAt: Moment;
}

/** The account, of which the user is a member now. */
export interface AcceptedInvitation {
  accountId: string;
}

/**
 * `PATCH /members/{id}`, returns {@link Member}. `DELETE /members/{id}` removes one, `DELETE /membership` oneself.
 * An account keeps an owner.
 */
export const changeMemberBody = z.strictObject({ memberRole: z.enum(MEMBER_ROLES) });
export type ChangeMemberBody = z.input<typeof changeMemberBody>;
