import type { ledger } from '@heliograph/proto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CardSaved, OffSessionProvider } from './off-session';
import type { PaymentReversed } from './payment-reversal';
import type { PlanOffer } from '../config';

/** A user who wants to top up. */
export interface CheckoutRequest {
  accountId: string;
  email: string;
  /** Micro-dollars, whole cents. */
  micros: bigint;
}

/** A subscription as sold. */
export interface PlanTerms {
  accountId: string;
  /** Begins with the provider's name: `stripe:sub_…`. */
  subscriptionId: string;
  /** As above; empty if the provider has none. */
  customerId: string;
  cliRecords: bigint;
  priceMicros: bigint;
}

/** A period of a subscription was paid. Times are milliseconds since the Unix epoch. */
export interface PlanPaid extends PlanTerms {
  kind: 'plan_paid';
  /** The payment's permanent id: it starts one period. */
  reference: string;
  reason: string;
  periodStartMs: number;
  periodEndMs: number;
  /** The period's records can be used until then. */
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

/** How subscriptions are sold and managed. All throw ServiceError `unavailable` when the provider cannot be reached. */
export interface PlanProvider {
  /** Starts a checkout. @returns where to send the browser. */
  createCheckout(request: PlanCheckoutRequest): Promise<{ checkoutUrl: string }>;
  /** Cancels a subscription at the end of its period, or resumes it. @returns its new state. */
  setCancels(plan: ledger.Plan, cancels: boolean): Promise<PlanChanged>;
  /** Where to manage its payment methods and invoices. */
  portalUrl(plan: ledger.Plan): Promise<string>;
  /** What to do about a plan whose period is over; nothing if the provider renews it and sends messages. */
  settle?(plan: ledger.Plan): Promise<void>;
}

/** What a message of the provider means. */
export type PaymentEvent =
  | {
      kind: 'paid';
      accountId: string;
      /** Micro-dollars paid. */
      micros: bigint;
      /** The payment's permanent id: it is credited once. */
      reference: string;
      /** For the ledger's entry, and so for the account's history. */
      reason: string;
    }
  | PaymentReversed
  | PlanPaid
  | PlanChanged
  | CardSaved
  /** Irrelevant here: an event of another kind, or of another product. */
  | { kind: 'ignored' }
  /** It is about our money, but cannot be credited: an operator has to look. `accountId`: whose, if known. */
  | { kind: 'refused'; reference: string; why: string; accountId?: string };

/** How payments arrive. */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'development' | 'none';
  /** Of its messages, in lower case. */
  readonly signatureHeader: string;
  /** Undefined where subscriptions are not sold. */
  readonly plans?: PlanProvider;
  /** Undefined where there are no automatic top-ups. */
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
   * @param rawBody as it arrived, byte for byte: this is what was signed.
   * @throws InvalidWebhookError when it is not the provider's, or not recent.
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentEvent | Promise<PaymentEvent>;
}

/** A message that the payment provider did not send, or not recently. */
export class InvalidWebhookError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'InvalidWebhookError';
  }
}

/** Prefix of every payment's reference, before the provider's own id. */
export const PAYMENT_REFERENCE = /^(?:stripe|development):/;
