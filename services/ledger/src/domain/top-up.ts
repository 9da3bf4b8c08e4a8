import type { TopUpPause } from '@heliograph/contract';

/** An account's settings. Amounts in micro-dollars. */
export interface AutoTopUpChoice {
  isOn: boolean;
  belowMicros: bigint;
  amountMicros: bigint;
  monthlyCapMicros: bigint;
}

/** An account's automatic top-ups: settings and current state. */
export interface AutoTopUp extends AutoTopUpChoice {
  /** Bought or being bought in the current UTC month. */
  monthMicros: bigint;
  /** For display; undefined without a saved card. */
  card: string | undefined;
  pause: TopUpPause | undefined;
  /** When it was last set; undefined for an account that has neither set it nor saved a card. */
  setAt: Date | undefined;
}

/** A card, by its ids at the payment provider. */
export interface SavedCard {
  accountId: string;
  customerId: string;
  paymentMethodId: string;
  card: string;
  savedAt: Date;
}

/** What the payment provider must detach before a card is removed. */
export interface CardRemoval {
  /** For display; undefined without a saved card. */
  card: string | undefined;
  /** Empty without a saved card. */
  customerId: string;
  /** The saved card's, and those of open purchases, which may use an earlier card. */
  paymentMethodIds: string[];
}

/** A purchase for its lease holder to make or continue. */
export interface TopUp {
  id: string;
  accountId: string;
  micros: bigint;
  customerId: string;
  paymentMethodId: string;
  /** Tries before this one. */
  tries: number;
  ageSeconds: number;
  /** Whether the account still wants automatic top-ups, with the same settings and card. */
  isWanted: boolean;
}

/** The outcome of a purchase. */
export type TopUpResult =
  { state: 'paid' | 'canceled' } | { state: 'failed'; pause: TopUpPause } | { state: 'retry' };

/** Replaced cards per response. */
export const REPLACED_CARDS_LISTED = 20;

/** Purchases per response; their holder makes them all at once. */
export const TOP_UPS_PER_LEASE = 10;
/** Far longer than a purchase may take: a lost one is over before its next holder looks. */
export const TOP_UP_LEASE_SECONDS = 120;
