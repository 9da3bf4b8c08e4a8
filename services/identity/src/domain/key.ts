/** What a key may be allowed; the interface, "Authentication". */
export const SCOPES = ['signals:read', 'companies:read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Key {
  id: string;
  accountId: string;
  name: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  /** The key's first characters, for people. */
  hint: string;
}

/** Keys of one account that are neither revoked nor expired. */
export const MAXIMUM_USABLE_KEYS = 100;

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
