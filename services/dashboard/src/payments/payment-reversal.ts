/** Money that went back to the payer, or was recovered: a refund or a dispute. */
export interface Settlement {
  /** The provider's permanent id of the refund or dispute. */
  reference: string;
  /** Micro-dollars. */
  micros: bigint;
  /** The refund failed, or the dispute was won. */
  isReturned: boolean;
  /** Shown in the ledger's entry and in the account's history. */
  reason: string;
}

/**
 * The payment's current state, whatever the message was about: messages arrive repeatedly and in any order, so the
 * state is fetched again each time.
 */
export interface PaymentReversed {
  kind: 'reversed';
  payment: { accountId: string; reference: string };
  /**
   * What to credit first, because the payment's own message may not have arrived yet. Undefined if the payment was
   * refused: an operator may have credited it.
   */
  credit: { micros: bigint; reason: string } | undefined;
  settlements: readonly Settlement[];
}
