import type { Difference } from '../domain/reconciliation';
import type { EntryTotals, KeptTotal, PartTotals, StoredVerified } from '../domain/verified';

// Rows of the statements of verification-sql.ts. The driver returns bigint and numeric as text.

type Bigints<Name extends string> = Record<Name, string>;
export interface AccountRow extends Bigints<'api' | 'cli' | 'subscription' | 'micros' | 'receipt_sequence'> {
  account_id: string;
  has_row: boolean;
  last_link: string | null;
  is_head_right: boolean;
  state: StoredVerified | null;
  started_at: string | null;
  is_fresh: boolean;
  now: string;
}
export interface PartRow extends Bigints<'at' | 'position' | 'hour'> {
  account_id: string;
  is_cut: boolean;
}
export interface TotalRow extends Bigints<
  'credential_id' | 'channel' | 'operation' | 'requests' | 'records'
> {
  account_id: string;
}
export type PartTotalsRow = Bigints<keyof EntryTotals> & {
  account_id: string;
  is_settled: boolean;
} & (TotalRow | { credential_id: null });
export interface LinksRow extends Bigints<'low' | 'links' | 'wrong'> {
  account_id: string;
  last: string | null;
  wrong_links: string[];
}
export interface FirstLinksRow {
  position: string | null;
  account_id: string | null;
  accounts: string;
}

export function totalFromRow(row: TotalRow): KeptTotal {
  return {
    credentialId: row.credential_id,
    channel: row.channel,
    operation: row.operation,
    requests: BigInt(row.requests),
    records: BigInt(row.records),
  };
}

export function partFromRow(row: PartTotalsRow): PartTotals {
  const entryTotals: EntryTotals = {
    entries: BigInt(row.entries),
    links: BigInt(row.links),
    unlinked: BigInt(row.unlinked),
    api: BigInt(row.api),
    cli: BigInt(row.cli),
    subscription: BigInt(row.subscription),
    micros: BigInt(row.micros),
  };
  return row.credential_id === null
    ? { ...entryTotals, credentialId: null }
    : { ...entryTotals, ...totalFromRow(row) };
}

export function wrongLinks(accountId: string, { wrong_links }: LinksRow): Difference[] {
  return wrong_links.map((link) => ({
    accountId,
    field: 'receipt_hash',
    detail: link,
    expected: 1n,
    actual: 0n,
  }));
}
