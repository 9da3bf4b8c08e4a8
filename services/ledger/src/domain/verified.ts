import { MAXIMUM_DIFFERENCES, type Difference } from './reconciliation';

/** Totals over an account's entries. */
export interface EntryTotals {
  entries: bigint;
  links: bigint;
  /** Charges and corrections after the ledger's first link that are no links. */
  unlinked: bigint;
  api: bigint;
  cli: bigint;
  subscription: bigint;
  micros: bigint;
}

/** A month's charges of a credential by channel and operation, without voided ones. */
export interface KeptTotal {
  credentialId: string;
  channel: string;
  operation: string;
  requests: bigint;
  records: bigint;
}

/** What a part of an account's entries adds; without credential, entries that are no charges of the month. */
export type PartTotals = EntryTotals & (KeptTotal | { credentialId: null });

/**
 * How far an account is verified for a month: its entries up to (`at`, `position`) are summed, its links up to `link`
 * have the right hashes, and its budgets are compared in the hours before `hour`. Times are the database's texts.
 */
export interface Verified {
  at: string;
  position: bigint;
  entryTotals: EntryTotals;
  totals: ReadonlyMap<string, KeptTotal>;
  /** Undefined before the month's first one is known. */
  link: bigint | undefined;
  hour: string;
  /** Found on the way; at most {@link MAXIMUM_DIFFERENCES}. */
  differences: readonly Difference[];
  differenceCount: bigint;
}

/** An account as its row has it; zeros if it has none. */
export interface KeptAccount {
  accountId: string;
  api: bigint;
  cli: bigint;
  subscription: bigint;
  micros: bigint;
  receiptSequence: bigint;
  /** Of its last link; undefined without links. */
  lastLink: bigint | undefined;
  isHeadRight: boolean;
}

const NO_ENTRIES: EntryTotals = {
  entries: 0n,
  links: 0n,
  unlinked: 0n,
  api: 0n,
  cli: 0n,
  subscription: 0n,
  micros: 0n,
};

/** Nothing is verified yet. */
export const UNVERIFIED: Verified = {
  at: '-infinity',
  position: 0n,
  entryTotals: NO_ENTRIES,
  totals: new Map(),
  link: undefined,
  hour: '-infinity',
  differences: [],
  differenceCount: 0n,
};

type AllTotals = Pick<Verified, 'entryTotals' | 'totals'>;

const ENTRY_TOTALS = Object.keys(NO_ENTRIES) as (keyof EntryTotals)[];

const keyOf = ({ credentialId, channel, operation }: KeptTotal): string =>
  `${credentialId} ${channel} ${operation}`;

/** Adds parts of an account's entries. */
export function withParts({ entryTotals, totals }: AllTotals, parts: readonly PartTotals[]): AllTotals {
  const [newEntryTotals, newTotals] = [{ ...entryTotals }, new Map(totals)];
  for (const part of parts) {
    for (const name of ENTRY_TOTALS) newEntryTotals[name] += part[name];
    if (part.credentialId === null) continue;
    const { credentialId, channel, operation, requests, records } = part;
    const before = newTotals.get(keyOf(part));
    newTotals.set(keyOf(part), {
      credentialId,
      channel,
      operation,
      requests: (before?.requests ?? 0n) + requests,
      records: (before?.records ?? 0n) + records,
    });
  }
  return { entryTotals: newEntryTotals, totals: newTotals };
}

/** Adds differences that were found; beyond the maximum they are only counted. */
export function withDifferences(verified: Verified, found: readonly Difference[], count: bigint): Verified {
  return {
    ...verified,
    differences: [...verified.differences, ...found].slice(0, MAXIMUM_DIFFERENCES),
    differenceCount: verified.differenceCount + count,
  };
}

/** Compares an account's row and its totals of a month with all of its entries. */
export function compareAccount(
  kept: KeptAccount,
  keptTotals: readonly KeptTotal[],
  { entryTotals, totals }: AllTotals,
): Difference[] {
  const { accountId } = kept;
  const found: Difference[] = [];
  const compare = (field: string, detail: string, expected: bigint, actual: bigint) => {
    if (expected !== actual) found.push({ accountId, field, detail, expected, actual });
  };
  compare('api_remaining', '', entryTotals.api, kept.api);
  compare('balance_micros', '', entryTotals.micros, kept.micros);
  compare('cli_remaining', '', entryTotals.cli, kept.cli);
  compare('subscription_remaining', '', entryTotals.subscription, kept.subscription);

  const actual = new Map(keptTotals.map((total) => [keyOf(total), total]));
  for (const key of [...new Set([...totals.keys(), ...actual.keys()])].sort()) {
    for (const field of ['records', 'requests'] as const) {
      compare(field, key, totals.get(key)?.[field] ?? 0n, actual.get(key)?.[field] ?? 0n);
    }
  }

  if (kept.receiptSequence > 0n || kept.lastLink !== undefined) {
    compare('receipt_head', '', 1n, kept.isHeadRight ? 1n : 0n);
    const last = kept.lastLink ?? 0n;
    compare('receipts', '', last, kept.receiptSequence);
    if (entryTotals.links !== last) compare('receipts', '', entryTotals.links, kept.receiptSequence);
  }
  compare('without_receipt', '', 0n, entryTotals.unlinked);
  return found;
}

/** Of the stored form; one of another version is not read. */
const VERSION = 1;

/** As stored; bigints are texts. */
export function verifiedToJson(verified: Verified): string {
  return JSON.stringify(
    { version: VERSION, ...verified, totals: [...verified.totals.values()] },
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
}

export interface StoredVerified {
  version: number;
  at: string;
  position: string;
  entryTotals: Record<keyof EntryTotals, string>;
  totals: (Record<'requests' | 'records', string> & Omit<KeptTotal, 'requests' | 'records'>)[];
  link?: string;
  hour: string;
  differences: (Record<'expected' | 'actual', string> & Omit<Difference, 'expected' | 'actual'>)[];
  differenceCount: string;
}

/** Undefined if another version stored it. */
export function verifiedFromJson(stored: StoredVerified): Verified | undefined {
  if (stored.version !== VERSION) return undefined;
  const totals = stored.totals.map((total) => ({
    ...total,
    requests: BigInt(total.requests),
    records: BigInt(total.records),
  }));
  return {
    at: stored.at,
    position: BigInt(stored.position),
    entryTotals: Object.fromEntries(
      ENTRY_TOTALS.map((name) => [name, BigInt(stored.entryTotals[name])]),
    ) as unknown as EntryTotals,
    totals: new Map(totals.map((total) => [keyOf(total), total])),
    link: stored.link === undefined ? undefined : BigInt(stored.link),
    hour: stored.hour,
    differences: stored.differences.map((difference) => ({
      ...difference,
      expected: BigInt(difference.expected),
      actual: BigInt(difference.actual),
    })),
    differenceCount: BigInt(stored.differenceCount),
  };
}
