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
  /** Who saved it; undefined if a previous version started it. */
  userId: string | undefined;
  /** Begins with the provider's name: `stripe:cus_…`. */
  customerId: string;
  /** Prefixed likewise. */
  paymentMethodId: string;
  /** The card's display name. */
  card: string;
  /** By the provider's clock, in milliseconds since the Unix epoch. */
  savedAtMs: number;
}

/** The outcome of a purchase. */
export type Purchase =
  | {
      outcome: 'paid';
      /** The payment's permanent id, so that it is credited once. */
      reference: string;
      micros: bigint;
      reason: string;
    }
  /** Final. */
  | { outcome: 'declined' | 'authentication_required' }
  /** The provider has no such payment, and will not make it when asked again. */
  | { outcome: 'none' }
  /** The provider is still processing it. */
  | { outcome: 'pending' };

/** Payments with a saved card while its owner is away. All methods throw if the provider cannot be reached. */
export interface OffSessionProvider {
  /** Starts saving a card. @returns where to send the browser. */
  beginSavingCard(request: CardRequest): Promise<{ checkoutUrl: string }>;
  /** Makes sure that the provider never charges the card again; safe to repeat. */
  removeCard(paymentMethodId: string): Promise<void>;
  /**
   * Makes a payment, exactly once however often it is called for the same purchase, or returns its outcome.
   *
   * @param mayBegin false: only look up whether it was made.
   */
  buy(purchase: topUp.TopUp, mayBegin: boolean): Promise<Purchase>;
}

/** Outcomes of an attempt, in metrics. */
export const TOP_UP_OUTCOMES = [
  ...['paid', 'declined', 'authentication_required', 'unavailable', 'canceled', 'pending', 'retried'],
] as const;
export type TopUpOutcome = (typeof TOP_UP_OUTCOMES)[number];
