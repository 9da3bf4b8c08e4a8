import type { Account, AccountStatus, Plan } from '../domain/account';
import type { Key } from '../domain/key';

export interface AccountRow {
  account_id: string;
  email: string;
  plan: Plan;
  status: AccountStatus;
  created_at: Date;
}

export interface KeyRow {
  key_id: string;
  account_id: string;
  name: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  hint: string;
  /** A bigint of PostgreSQL, which arrives as text. */
  monthly_cap_records: string | null;
  last_used_at: Date | null;
}

export interface CredentialRow {
  key_id: string;
  account_id: string;
  scopes: string[];
  expires_at: Date | null;
  is_revoked: boolean;
  is_expired: boolean;
  status: AccountStatus;
  monthly_cap_records: string | null;
  /** When this was read. */
  read_at: Date;
}

export function accountFromRow(row: AccountRow): Account {
  const { account_id: id, email, plan, status, created_at: createdAt } = row;
  return { id, email, plan, status, createdAt };
}

export function keyFromRow(row: KeyRow): Key {
  return {
    id: row.key_id,
    accountId: row.account_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    hint: row.hint,
    monthlyCapRecords: row.monthly_cap_records === null ? undefined : Number(row.monthly_cap_records),
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
