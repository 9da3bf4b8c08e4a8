import type { ledger } from '@heliograph/proto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentReversed } from './payment-reversal';
import type { PlanOffer } from '../config';

/** A user who wants to top up. */
export interface CheckoutRequest {
  accountId: string;
  email: string;
  /** Micro-dollars, whole cents. */
  micros: bigint;
}

/** A subscription as it was sold. */
export interface PlanTerms {
  accountId: string;
  /** Begins with the provider's name: `stripe:sub_…`. */
  subscriptionId: string;
  /** Likewise; empty where the provider has none. */
  customerId: string;
  cliRecords: bigint;
  priceMicros: bigint;
}

/** A period of a subscription was paid. Times are milliseconds since the Unix epoch. */
export interface PlanPaid extends PlanTerms {
  kind: 'plan_paid';
  /** Names the payment for ever: it starts one period. */
  reference: string;
  reason: string;
  periodStartMs: number;
  periodEndMs: number;
  /** Until then the period's records can be used. */
  allowanceEndMs: number;
  /** By the provider's clock. */
  occurredAtMs: number;
}

/** A subscription changed. */
export interface PlanChanged extends PlanTerms {
  kind: 'plan_changed';
  status: 'active' | 'past_due' | 'ended';
  /** Whether it ends with its period. */
  cancels: boolean;
  /** By the provider's clock, in milliseconds since the Unix epoch. */
  occurredAtMs: number;
}

/** Who wants to subscribe. */
export interface PlanCheckoutRequest {
  accountId: string;
  email: string;
  offer: PlanOffer;
}

/** How subscriptions are sold and kept. All throw ServiceError `unavailable` when the provider cannot be asked. */
export interface PlanProvider {
  /** Begins a checkout, and says where the browser goes to subscribe. */
  createCheckout(request: PlanCheckoutRequest): Promise<{ checkoutUrl: string }>;
  /** Has a subscription end with its period, or renew after all. @returns what it is now. */
  setCancels(plan: ledger.Plan, cancels: boolean): Promise<PlanChanged>;
  /** Where its means of payment and its invoices are. */
  portalUrl(plan: ledger.Plan): Promise<string>;
  /** What is due of a plan whose period is over: a provider that renews by itself sends messages instead. */
  settle?(plan: ledger.Plan): Promise<void>;
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
  | PlanPaid
  | PlanChanged
  /** Of no consequence here: an event of another kind, or of another product. */
  | { kind: 'ignored' }
  /** It speaks of money of ours, but not in a way that can be credited: an operator has to look. */
  | { kind: 'refused'; reference: string; why: string };

/** How money comes in. */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'development' | 'none';
  /** Undefined where subscriptions are not sold. */
  readonly plans?: PlanProvider;
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
