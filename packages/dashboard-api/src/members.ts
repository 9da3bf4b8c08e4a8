import { MEMBER_ROLES, type MemberRole } from '@heliograph/contract';
import { z } from 'zod';
import type { Moment } from './problem';

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

/** `GET /members`: those who joined first come first. */
export interface MemberList {
  items: Member[];
}

/**
 * `PATCH /members/{id}`, answers with {@link Member}. `DELETE /members/{id}` removes one, `DELETE /membership` oneself. An
 * account keeps an owner.
 */
export const changeMemberBody = z.strictObject({ memberRole: z.enum(MEMBER_ROLES) });
export type ChangeMemberBody = z.input<typeof changeMemberBody>;
