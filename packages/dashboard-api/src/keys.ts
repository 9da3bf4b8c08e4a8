import { ACCOUNT_LIMITS, type Scope, SCOPES } from '@heliograph/contract';
import { z } from 'zod';
import type { Timestamp } from './problem';

export { SCOPES, type Scope };

export interface ApiKey {
  id: string;
  name: string;
  /** The key's first characters. */
  hint: string;
  scopes: Scope[];
  createdAt: Timestamp;
  expiresAt: Timestamp | null;
  revokedAt: Timestamp | null;
  /** Accurate to about a minute. */
  lastUsedAt: Timestamp | null;
  monthlyCapRecords: number | null;
  /** Whether it reads the test corpus, free of charge. */
  isTest: boolean;
  /** Name or email address; null if a command created it, or if it predates members. */
  createdBy: string | null;
  state: 'active' | 'expired' | 'revoked';
  /** This UTC month; zeros for a test key. */
  usage: { requests: number; records: number };
  /** This UTC month's records that count against the cap: the total of all keys that replaced one another. */
  capRecords: number;
  /** Records a test key read from the test corpus, today (UTC) and this UTC month. */
  testRecords: { today: number; month: number } | null;
}

/** `GET /keys`: usable ones first, newest first. */
export interface KeyList {
  items: ApiKey[];
}

const name = z
  .string()
  .trim()
  .max(ACCOUNT_LIMITS.nameLength, `must have at most ${ACCOUNT_LIMITS.nameLength} characters`);
const cap = z.int('must be a whole number').min(1, 'must be at least 1').max(ACCOUNT_LIMITS.monthlyCap);

/** `POST /keys` */
export const createKeyBody = z.strictObject({
  name,
  scopes: z.array(z.enum(SCOPES)).min(1, 'needs at least one scope'),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  monthlyCapRecords: cap.nullish(),
  isTest: z.boolean().optional(),
});
export type CreateKeyBody = z.input<typeof createKeyBody>;

/** The only response that contains the key itself. */
export interface CreatedKey {
  key: ApiKey;
  secret: string;
  /** A ready-to-run command. */
  curl: string;
}

/** `PATCH /keys/{id}` */
export const updateKeyBody = z.strictObject({
  name: name.optional(),
  monthlyCapRecords: cap.nullable().optional(),
});
export type UpdateKeyBody = z.input<typeof updateKeyBody>;

/** `POST /keys/{id}/roll`: creates a key like it; the old one stays valid for this long. Returns {@link CreatedKey}. */
export const rollKeyBody = z.strictObject({ overlapHours: z.int().min(0).max(720) });
export type RollKeyBody = z.input<typeof rollKeyBody>;
