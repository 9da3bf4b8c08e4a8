import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentReversed } from './payment-reversal';

/** Somebody who wants to top up. */
export interface CheckoutRequest {
  accountId: string;
  email: string;
  /** Micro-dollars, whole cents. */
  micros: bigint;
}

/** What a message of the provider means. */
export type PaymentEvent =
  | {
      kind: 'paid';
      accountId: string;
      /** Micro-dollars that were paid. */
      micros: bigint;
      /** Names the payment for ever: the same one is credited once. */
      reference: string;
      /** For the entry in the ledger, and so for the account's history. */
      reason: string;
    }
  | PaymentReversed
  /** Of no consequence here: an event of another kind, or of another product. */
  | { kind: 'ignored' }
  /** It speaks of money of ours, but not in a way that can be credited: an operator has to look. */
  | { kind: 'refused'; reference: string; why: string };

/** How money comes in. */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'development' | 'none';
  /**
   * Begins a checkout, and says where the browser goes to pay.
   *
   * @throws ServiceError `unavailable` when the provider cannot be asked or refuses.
   */
  createCheckout(request: CheckoutRequest): Promise<{ checkoutUrl: string }>;
  /**
   * What a message means, once its signature was found to be the provider's.
   *
   * @param rawBody as it arrived, byte for byte: it is what was signed.
   * @throws InvalidWebhookError when it is not the provider's, or not of this moment.
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentEvent | Promise<PaymentEvent>;
}

/** A message that the payment provider did not send, or not now. */
export class InvalidWebhookError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'InvalidWebhookError';
  }
}

/** Begins the reference of every payment, before the provider's own id of it. */
export const PAYMENT_REFERENCE = /^(?:stripe|development):/;
