import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { z } from 'zod';
import type { Timestamp, Page } from './problem';

/** `PATCH /account`; returns {@link Account}. */
export const updateAccountBody = z.strictObject({
  name: z.string().trim().max(ACCOUNT_LIMITS.nameLength).optional(),
  /** Whether the request log includes query text; turning this off erases stored queries. */
  logsQueries: z.boolean().optional(),
});
export type UpdateAccountBody = z.input<typeof updateAccountBody>;

/** `PATCH /profile`; returns {@link UserProfile}. */
export const updateProfileBody = z.strictObject({ name: z.string().trim().max(ACCOUNT_LIMITS.nameLength) });
export type UpdateProfileBody = z.input<typeof updateProfileBody>;

export interface BrowserSession {
  id: string;
  isCurrent: boolean;
  createdAt: Timestamp;
  lastSeenAt: Timestamp;
  /** Such as "Chromium on Linux". */
  browser: string;
  address: string;
}

/**
 * `GET /sessions`. `DELETE /sessions/{id}` ends one; `DELETE /sessions` ends all, including the command-line client's.
 */
export interface BrowserSessions {
  items: BrowserSession[];
}

export interface AuditEntry {
  id: string;
  at: Timestamp;
  /** Such as "key.create". */
  action: string;
  /** A human-readable sentence. */
  text: string;
  /** "You", "An operator", "The system", or a member's email address. */
  by: string;
  requestId: string;
}

/** `GET /audit?person=&cursor=`, newest first; with a person's id, only that person's actions. */
export type AuditLog = Page<AuditEntry>;

/** `GET /audit/people`: members, and former members that appear in the audit log. */
export interface AuditPeople {
  items: { id: string; email: string; isYou: boolean }[];
}
