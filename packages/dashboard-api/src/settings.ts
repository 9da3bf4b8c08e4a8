import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { z } from 'zod';
import type { Moment, Page } from './problem';

/** `PATCH /account`; returns {@link Account}. */
export const updateAccountBody = z.strictObject({
  name: z.string().trim().max(ACCOUNT_LIMITS.nameLength).optional(),
  /** Whether the log of requests holds their queries; turning it off removes those that it holds. */
  logsQueries: z.boolean().optional(),
});
export type UpdateAccountBody = z.input<typeof updateAccountBody>;

/** `PATCH /profile`; returns {@link UserProfile}. */
export const updateProfileBody = z.strictObject({ name: z.string().trim().max(ACCOUNT_LIMITS.nameLength) });
export type UpdateProfileBody = z.input<typeof updateProfileBody>;

export interface BrowserSession {
  id: string;
  isCurrent: boolean;
  createdAt: Moment;
  lastSeenAt: Moment;
  /** Such as "Chromium on Linux". */
  browser: string;
  address: string;
}

/** `GET /sessions`. `DELETE /sessions/{id}` ends one, `DELETE /sessions` all of them, the client's too. */
export interface BrowserSessions {
  items: BrowserSession[];
}

export interface AuditEntry {
  id: string;
  at: Moment;
  /** Such as "key.created". */
  action: string;
  /** A sentence for people. */
  text: string;
  /** "You", "An operator", "The system", or a member's email address. */
  by: string;
  requestId: string;
}

/** `GET /audit?person=&cursor=`, newest first; with the id of a person only what they did. */
export type AuditLog = Page<AuditEntry>;

/** `GET /audit/people`: members, and former ones that the audit log names. */
export interface AuditPeople {
  items: { id: string; email: string; isYou: boolean }[];
}
