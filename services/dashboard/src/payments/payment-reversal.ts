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
 * content is fetched again.
 */
export interface PaymentReversed {
  kind: 'reversed';
  payment: { accountId: string; reference: string };
  /** Its own message may not have arrived yet. Undefined if it was refused: an operator may have credited it. */
  credit: { micros: bigint; reason: string } | undefined;
  settlements: readonly Settlement[];
}
