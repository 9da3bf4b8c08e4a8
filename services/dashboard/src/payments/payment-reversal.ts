/** Money of a payment that went back to the payer, or came back from there: a refund or a dispute. */
export interface Settlement {
  /** By the provider's permanent id of the refund or dispute. */
  reference: string;
  /** Micro-dollars. */
  micros: bigint;
  /** The refund failed, or the dispute was won. */
  isReturned: boolean;
  /** For the ledger's entry, and so for the account's history. */
  reason: string;
}

/**
 * The payment's current state, whatever the message was about: messages arrive in any order and repeatedly, so their
 * content is fetched again. The payment is included, because its own message may not have arrived yet.
 */
export interface PaymentReversed {
  kind: 'reversed';
  payment: { accountId: string; micros: bigint; reference: string; reason: string };
  settlements: readonly Settlement[];
}
