/** Money of a payment that went back to who paid it, or came back from there: a refund or a dispute. */
export interface Settlement {
  /** By the provider's id of the refund or dispute, for ever. */
  reference: string;
  /** Micro-dollars. */
  micros: bigint;
  /** The refund failed or the dispute was won. */
  isReturned: boolean;
  /** For the entry in the ledger, and so for the account's history. */
  reason: string;
}

/**
 * How a payment stands, whatever the message was about: messages come in any order and more than once, so their
 * content is requested again. The payment is included, since its own message may not have arrived yet.
 */
export interface PaymentReversed {
  kind: 'reversed';
  payment: { accountId: string; micros: bigint; reference: string; reason: string };
  settlements: readonly Settlement[];
}
