import { z } from 'zod';
import type { Allowance, PrepaidUse, Subscription } from './overview';
import type { Dollars, Moment, Page } from './problem';

/** `GET /billing` */
export interface BillingState {
  balance: { amount: Dollars; records: number };
  /** Less than this is shown as low. */
  lowBalance: Dollars;
  isLow: boolean;
  pricePerRecord: Dollars;
  minimumTopUp: Dollars;
  maximumTopUp: Dollars;
  payments: 'stripe' | 'development' | 'none';
  subscription: Subscription | null;
  /** Records of the command line: the subscription's, else those that an account has once. */
  cli: Allowance;
  /** Searches of the month; null: unlimited. */
  web: Allowance | null;
  /** The account's subscription, and what there is to subscribe to. */
  plan: {
    /** What there is to subscribe to; null: nothing here. */
    offer: { price: Dollars; cliRecords: number } | null;
    /** The account's subscription; null without one, and after its end. */
    current: CurrentPlan | null;
  };
  prepaidUse: PrepaidUse;
}

/** A subscription with the payment provider. */
export interface CurrentPlan {
  /** `cancelling`: ends with its period; `past_due`: the renewal could not be paid. */
  state: 'active' | 'cancelling' | 'past_due';
  /** Of a month. */
  price: Dollars;
  cliRecords: number;
  /** Of what is paid; null when nothing was yet. */
  periodEnd: Moment | null;
}

/** `PUT /billing/prepaid-use`; answers with {@link PrepaidUse}. What is left out stays. */
export const prepaidUseBody = z.strictObject({ cli: z.boolean().optional(), web: z.boolean().optional() });
export type PrepaidUseBody = z.input<typeof prepaidUseBody>;

/** `POST /billing/plan/portal`: where the means of payment and the invoices are. */
export interface PlanPortal {
  portalUrl: string;
}

/**
 * `PUT /billing/plan/cancellation`: whether the subscription ends with its period; answers with {@link CurrentPlan}.
 * `POST /billing/plan` begins a checkout; answers with {@link TopUpStarted}.
 */
export const cancellationBody = z.strictObject({ cancels: z.boolean() });
export type CancellationBody = z.input<typeof cancellationBody>;

/** A change of the balance, or of an allowance. */
export interface BillingEntry {
  id: string;
  kind: 'credit' | 'refund' | 'reversal' | 'subscription' | 'grant' | 'expiry';
  /** Signed. */
  amount: Dollars;
  /** Changes of the allowances, signed; those that are 0 are left out. */
  records: { api?: number; cli?: number; subscription?: number };
  createdAt: Moment;
  reference: string | null;
  reason: string | null;
  /** Whether there is a receipt of it: a payment has one. */
  hasReceipt: boolean;
}

/** `GET /billing/entries?cursor=` */
export type BillingEntries = Page<BillingEntry>;

/** `GET /billing/receipts/{entryId}` */
export interface Receipt {
  number: string;
  issuedAt: Moment;
  paidAt: Moment;
  account: { id: string; email: string; name: string };
  lines: { description: string; quantity: number; amount: Dollars }[];
  total: Dollars;
  currency: 'USD';
  reference: string;
}

/** `POST /billing/top-ups` */
export const topUpBody = z.strictObject({
  /** US dollars with at most two decimals, as "25" or "25.50". */
  amountUsd: z.string().regex(/^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/, 'is an amount as 25 or 25.50'),
});
export type TopUpBody = z.input<typeof topUpBody>;

export interface TopUpStarted {
  /** Where the browser goes to pay. */
  checkoutUrl: string;
}
