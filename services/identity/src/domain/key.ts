import { SCOPES, type Scope } from '@heliograph/contract';
import type { User } from './member';

export { SCOPES };

export interface Key {
  id: string;
  accountId: string;
  name: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
  /** The key's first characters, shown to people. */
  hint: string;
  /** Records it may use per UTC month; undefined without a cap. */
  monthlyCapRecords: number | undefined;
  /** Whether it reads the test corpus. */
  isTest: boolean;
  /** When it was last used successfully, to about a minute; undefined if never. */
  lastUsedAt: Date | undefined;
  /** Undefined if a command made it, or it is older than members. */
  createdBy: User | undefined;
  /** Shared by keys that replaced one another, which also share a monthly cap; undefined for others. */
  lineageId: string | undefined;
}

/** A key's mutable properties; undefined leaves a property unchanged. */
export interface KeyChanges {
  name: string | undefined;
  /** Null removes the cap. */
  monthlyCapRecords: number | null | undefined;
}

/** Limit of an account's keys that are neither revoked nor expired. */
export const MAXIMUM_USABLE_KEYS = 100;
/** Keys that an account may make in 24 hours. Ended keys are kept, because usage and logs refer to them. */
export const MAXIMUM_KEYS_PER_DAY = 1_000;
/** Of these, what a member may make who is not an owner, so that one member cannot use them up. */
export const MAXIMUM_KEYS_PER_MEMBER = 250;
/** Keys that one request may ask for by id. */
export const MAXIMUM_KEY_IDS = 1_000;

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
