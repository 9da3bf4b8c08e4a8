import type { topUp } from '@heliograph/proto';

/** A user who wants to save a card. */
export interface CardRequest {
  accountId: string;
  userId: string;
  email: string;
}

/** A card was saved. */
export interface CardSaved {
  kind: 'card_saved';
  accountId: string;
  /** Who saved it; undefined when a previous version began it. */
  userId: string | undefined;
  /** Begins with the provider's name: `stripe:cus_…`. */
  customerId: string;
  /** As above. */
  paymentMethodId: string;
  /** For people. */
  card: string;
  /** By the provider's clock, in milliseconds since the Unix epoch. */
  savedAtMs: number;
}

/** The outcome of a purchase. */
export type Purchase =
  | {
      outcome: 'paid';
      /** The payment's permanent id: it is credited once. */
      reference: string;
      micros: bigint;
      reason: string;
    }
  /** For good. */
  | { outcome: 'declined' | 'authentication_required' }
  /** The provider has no such payment. */
  | { outcome: 'none' }
  /** The provider is still at it. */
  | { outcome: 'pending' };

/** Payments with a saved card, while its owner is away. All throw when the provider cannot be asked. */
export interface OffSessionProvider {
  /** Starts saving a card. @returns where to send the browser. */
  beginSavingCard(request: CardRequest): Promise<{ checkoutUrl: string }>;
  /** Makes sure that the provider charges a card no more; it may be repeated. */
  removeCard(paymentMethodId: string): Promise<void>;
  /**
   * Makes a payment, once however often it is called for the same purchase, or returns its outcome.
   *
   * @param mayBegin false: only looks whether it was made.
   */
  buy(purchase: topUp.TopUp, mayBegin: boolean): Promise<Purchase>;
}

/** Of a try, in metrics. */
export const TOP_UP_OUTCOMES = [
  ...['paid', 'declined', 'authentication_required', 'unavailable', 'canceled', 'pending', 'retried'],
] as const;
export type TopUpOutcome = (typeof TOP_UP_OUTCOMES)[number];
