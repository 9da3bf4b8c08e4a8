export const ENTRY_KINDS = [
  'grant',
  'charge',
  'credit',
  'subscription',
  'expiry',
  'reversal',
  'void',
  'refund',
] as const;
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
  /** Of a credit or a refund: names the payment, or what became of it. */
  reference: string | undefined;
  /** Of a credit, a reversal, a void or a refund. */
  reason: string | undefined;
  /** Of a reversal or a void: the entry that it takes back. */
  reversesEntryId: string | undefined;
  /** The reversal or void that took this entry back. */
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

/** What became of a charge that is made void. */
export type VoidOutcome =
  /** Taken back. */
  | 'voided'
  /** It had not come, and can be taken no more. */
  | 'prevented'
  /** It was taken back before. */
  | 'repeated'
  /** The event id belongs to something else. */
  | 'reused';

/** A payment of which money went back to who paid, or came back from there. */
export interface Refund {
  accountId: string;
  /** Of the credit. */
  paymentReference: string;
  /** By the vendor's id of the refund or dispute. */
  reference: string;
  micros: bigint;
  /** It failed, or was won: what was taken comes back. */
  isReturned: boolean;
  reason: string;
}

export interface RefundOutcome {
  outcome: 'settled' | 'repeated' | 'absent';
  movedMicros: bigint;
  balanceMicros: bigint;
}
