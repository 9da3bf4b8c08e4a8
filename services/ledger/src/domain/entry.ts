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

/** An event of an account: signed changes of its four funds. */
export interface Entry {
  id: string;
  accountId: string;
  kind: EntryKind;
  apiRecords: bigint;
  cliRecords: bigint;
  subscriptionRecords: bigint;
  balanceMicros: bigint;
  createdAt: Date;
  /** For a charge. */
  charge: { credentialId: string; operation: string; records: number; requestId: string } | undefined;
  /** For a credit or a refund: identifies the payment, or its refund. */
  reference: string | undefined;
  /** For a credit, a reversal, a void, or a refund. */
  reason: string | undefined;
  /** For a reversal or a void: the entry it reverses. */
  reversesEntryId: string | undefined;
  /** The reversal or void that took this entry back. */
  reversedByEntryId: string | undefined;
}

/** Entries per page. */
export const DEFAULT_ENTRIES = 50;
export const MAXIMUM_ENTRIES = 500;

export type ReversalOutcome =
  /** `repeated`: it was reversed before, by this reversal. */
  | { outcome: 'reversed' | 'repeated'; reversal: Entry }
  | { outcome: 'absent' | 'irreversible' }
  /** Too much of the credit is spent. */
  | { outcome: 'insufficient'; balanceMicros: bigint };

/** The outcome of voiding a charge. */
export type VoidOutcome =
  /** Taken back. */
  | 'voided'
  /** It had not arrived, and can no longer be taken. */
  | 'prevented'
  /** It was taken back before. */
  | 'repeated'
  /** The event id belongs to something else. */
  | 'reused';

/** Money of a payment that went back to the payer, or came back from the payer. */
export interface Refund {
  accountId: string;
  /** The credit's reference. */
  paymentReference: string;
  /** Contains the vendor's id of the refund or dispute. */
  reference: string;
  micros: bigint;
  /** The refund failed, or the dispute was won: what was taken and no other one claims is returned. */
  isReturned: boolean;
  reason: string;
}

export interface RefundOutcome {
  outcome: 'settled' | 'repeated' | 'absent';
  movedMicros: bigint;
  balanceMicros: bigint;
}
