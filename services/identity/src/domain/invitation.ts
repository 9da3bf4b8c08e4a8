import type { Account } from './account';
import type { MemberRole, User } from './member';

/** An invitation that can be accepted. */
export interface Invitation {
  id: string;
  /** As given. */
  email: string;
  role: MemberRole;
  invitedBy: User;
  createdAt: Date;
  expiresAt: Date;
}

/** An invitation with its account, as the invitee sees it. */
export interface ReceivedInvitation extends Invitation {
  account: Account;
}

const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** What the link contains: the invitation's id and its secret. */
export function formatInvitationToken(id: string, secret: string): string {
  return `${id}.${secret}`;
}

/** Undefined for a text that cannot be a token. */
export function readInvitationToken(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = TOKEN.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
