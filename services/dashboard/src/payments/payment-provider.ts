import type { ledger } from '@heliograph/proto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CardSaved, OffSessionProvider } from './off-session';
import type { PaymentReversed } from './payment-reversal';
import type { PlanOffer } from '../config';

/** A user who wants to top up. */
export interface CheckoutRequest {
  accountId: string;
  email: string;
  /** Micro-dollars, in whole cents. */
  micros: bigint;
}

/** A subscription as sold. */
export interface PlanTerms {
  accountId: string;
  /** Begins with the provider's name: `stripe:sub_…`. */
  subscriptionId: string;
  /** Prefixed likewise; empty if the provider has none. */
  customerId: string;
  cliRecords: bigint;
  priceMicros: bigint;
}

/** A subscription's period was paid. Times are milliseconds since the Unix epoch. */
export interface PlanPaid extends PlanTerms {
  kind: 'plan_paid';
  /** The payment's permanent id, so that it starts one period. */
  reference: string;
  reason: string;
  periodStartMs: number;
  periodEndMs: number;
  /** When the period's records expire. */
  allowanceEndMs: number;
  /** By the provider's clock. */
  occurredAtMs: number;
}

/** A change to a subscription. */
export interface PlanChanged extends PlanTerms {
  kind: 'plan_changed';
  status: 'active' | 'past_due' | 'ended';
  /** Whether it ends with its period. */
  cancels: boolean;
  /** By the provider's clock, in milliseconds since the Unix epoch. */
  occurredAtMs: number;
}

/** A user who wants to subscribe. */
export interface PlanCheckoutRequest {
  accountId: string;
  email: string;
  offer: PlanOffer;
}

/**
 * How subscriptions are sold and managed. All methods throw ServiceError `unavailable` if the provider cannot be
 * reached.
 */
export interface PlanProvider {
  /** Starts a checkout. @returns where to send the browser. */
  createCheckout(request: PlanCheckoutRequest): Promise<{ checkoutUrl: string }>;
  /** Cancels a subscription at the end of its period, or resumes it. @returns its new state. */
  setCancels(plan: ledger.Plan, cancels: boolean): Promise<PlanChanged>;
  /** The page for managing its payment methods and invoices. */
  portalUrl(plan: ledger.Plan): Promise<string>;
  /** Settles a plan whose period is over; absent if the provider renews plans itself and sends messages. */
  settle?(plan: ledger.Plan): Promise<void>;
}

/** What a message of the provider means. */
export type PaymentEvent =
  | {
      kind: 'paid';
      accountId: string;
      /** Micro-dollars paid. */
      micros: bigint;
      /** The payment's permanent id, so that it is credited once. */
      reference: string;
      /** Shown in the ledger's entry and in the account's history. */
      reason: string;
    }
  | PaymentReversed
  | PlanPaid
  | PlanChanged
  | CardSaved
  /** Irrelevant: another kind of event, or another product. */
  | { kind: 'ignored' }
  /** It is about our money, but cannot be credited: an operator has to look. `accountId`: whose it is, if known. */
  | { kind: 'refused'; reference: string; why: string; accountId?: string };

/** How payments arrive. */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'development' | 'none';
  /** The header that carries a message's signature, in lower case. */
  readonly signatureHeader: string;
  /** Undefined if subscriptions are not sold. */
  readonly plans?: PlanProvider;
  /** Undefined if there are no automatic top-ups. */
  readonly offSession?: OffSessionProvider;
  /**
   * Starts a checkout. @returns where to send the browser.
   *
   * @throws ServiceError `unavailable` when the provider cannot be reached or refuses.
   */
  createCheckout(request: CheckoutRequest): Promise<{ checkoutUrl: string }>;
  /**
   * What a message means, once its signature is verified.
   *
   * @param rawBody as it arrived, byte for byte: the signature covers these bytes.
   * @throws InvalidWebhookError when the message is not the provider's, or not recent.
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentEvent | Promise<PaymentEvent>;
}

/** The message did not come from the payment provider, or is not recent. */
export class InvalidWebhookError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'InvalidWebhookError';
  }
}

/** Prefix of every payment's reference, before the provider's own id. */
export const PAYMENT_REFERENCE = /^(?:stripe|development):/;
