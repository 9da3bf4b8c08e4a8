export const ENTRY_KINDS = ['grant', 'charge', 'credit', 'subscription', 'expiry', 'reversal'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One occurrence of an account: signed changes of its four funds. */
export interface Entry {
  id: string;
  accountId: string;
  kind: EntryKind;
  apiRecords: bigint;
  cliRecords: bigint;
  subscriptionRecords: bigint;
  balanceMicros: bigint;
  createdAt: Date;
  /** Of a charge. */
  charge: { credentialId: string; operation: string; records: number; requestId: string } | undefined;
  /** Of a credit: names the payment. */
  reference: string | undefined;
  /** Of a credit or a reversal. */
  reason: string | undefined;
  /** Of a reversal: the entry that it takes back. */
  reversesEntryId: string | undefined;
  /** The reversal that took this entry back. */
  reversedByEntryId: string | undefined;
}

/** Of a list of entries. */
export const DEFAULT_ENTRIES = 50;
export const MAXIMUM_ENTRIES = 500;

export type ReversalOutcome =
  /** `repeated`: it was reversed before, by this reversal. */
  | { outcome: 'reversed' | 'repeated'; reversal: Entry }
  | { outcome: 'absent' | 'irreversible' }
  /** A credit of which too much is spent. */
  | { outcome: 'insufficient'; balanceMicros: bigint };
