import {
  ALERT,
  AUTO_TOP_UP,
  MAXIMUM_TOP_UP_MICROS,
  MICROS_PER_DOLLAR,
  MINIMUM_TOP_UP_MICROS,
  type TopUpPause,
} from '@heliograph/contract';
import { z } from 'zod';
import type { Allowance, PrepaidUse, Subscription } from './overview';
import type { Dollars, Timestamp, Page } from './problem';
import type { MailRefusal } from './saved-searches';

/** `GET /billing` */
export interface BillingState {
  balance: { amount: Dollars; records: number };
  /** A lower balance is shown as low. */
  lowBalance: Dollars;
  isLow: boolean;
  pricePerRecord: Dollars;
  minimumTopUp: Dollars;
  maximumTopUp: Dollars;
  payments: 'stripe' | 'development' | 'none';
  subscription: Subscription | null;
  /** One-time API records, used before the balance. */
  api: Allowance;
  /** Command-line records: the subscription's, or else the account's one-time records. */
  cli: Allowance;
  /** The month's searches; null means unlimited. */
  web: Allowance | null;
  /** The account's subscription and the current offer. */
  plan: {
    /** The subscription on offer; null if this installation offers none. */
    offer: { price: Dollars; cliRecords: number } | null;
    /** The account's subscription; null if it has none or it has ended. */
    current: CurrentPlan | null;
  };
  prepaidUse: PrepaidUse;
}

/** A subscription at the payment provider. */
export interface CurrentPlan {
  /** `canceling`: ends with its period; `past_due`: the renewal payment failed. */
  state: 'active' | 'canceling' | 'past_due';
  /** Per month. */
  price: Dollars;
  cliRecords: number;
  /** End of the paid period; null before the first payment. */
  periodEnd: Timestamp | null;
}

/** `PUT /billing/prepaid-use`; returns {@link PrepaidUse}. Omitted members are left unchanged. */
export const prepaidUseBody = z.strictObject({ cli: z.boolean().optional(), web: z.boolean().optional() });
export type PrepaidUseBody = z.input<typeof prepaidUseBody>;

/** `POST /billing/plan/portal`: the page for managing payment methods and invoices. */
export interface PlanPortal {
  portalUrl: string;
}

/**
 * `PUT /billing/plan/cancellation`: whether the subscription ends with its period; returns {@link CurrentPlan}.
 * `POST /billing/plan` starts a checkout; returns {@link TopUpStarted}.
 */
export const cancellationBody = z.strictObject({ cancels: z.boolean() });
export type CancellationBody = z.input<typeof cancellationBody>;

/** A change to the balance or to an allowance. */
export interface BillingEntry {
  id: string;
  kind: 'credit' | 'refund' | 'reversal' | 'subscription' | 'grant' | 'expiry';
  /** Signed. */
  amount: Dollars;
  /** Changes to the allowances, signed; zeros are omitted. */
  records: { api?: number; cli?: number; subscription?: number };
  createdAt: Timestamp;
  reference: string | null;
  reason: string | null;
  /** Whether it has a receipt; only payments do. */
  hasReceipt: boolean;
}

/** `GET /billing/entries?cursor=` */
export type BillingEntries = Page<BillingEntry>;

/** `GET /billing/receipts/{entryId}` */
export interface Receipt {
  number: string;
  issuedAt: Timestamp;
  paidAt: Timestamp;
  account: { id: string; email: string; name: string };
  lines: { description: string; quantity: number; amount: Dollars }[];
  total: Dollars;
  currency: 'USD';
  reference: string;
}

/** `POST /billing/top-ups` */
export const topUpBody = z.strictObject({
  /** US dollars with at most two decimals, such as "25" or "25.50". */
  amountUsd: z.string().regex(/^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/, 'must be an amount such as 25 or 25.50'),
});
export type TopUpBody = z.input<typeof topUpBody>;

export interface TopUpStarted {
  /** Where the browser goes to pay. */
  checkoutUrl: string;
}

/** `GET /billing/alerts`; `PATCH` takes {@link alertsBody} and retries a refused address. */
export interface Alerts {
  /** Whether this installation sends email; if not, do not offer alerts. */
  isAvailable: boolean;
  /** Alert at 50, 80, and 100% of the free records, or of a key's cap in a month. */
  usage: boolean;
  /** Alert when the balance falls below this many dollars, once a month; null: never. */
  balanceBelow: number | null;
  /** The address alerts are sent to. */
  email: string;
  refusal: MailRefusal | null;
}

/** `GET /billing/auto-top-up`; `PUT` takes {@link autoTopUpBody}. Whole dollars. */
export interface AutoTopUp {
  /** Whether this installation offers it. */
  isAvailable: boolean;
  isOn: boolean;
  /** The user's choice; null if they have not made one. */
  choice: { balanceBelow: number; amount: number; monthlyCap: number } | null;
  /** Amount bought in the current UTC month. */
  monthAmount: Dollars;
  /** Such as "Visa ending in 4242". */
  card: string | null;
  /** Why it was turned off; null if the account turned it off itself. */
  pause: TopUpPause | null;
}

const MINIMUM_AMOUNT = Number(MINIMUM_TOP_UP_MICROS / MICROS_PER_DOLLAR);

function dollars(minimum: number, maximum: number) {
  const rule = `must be from $${minimum} to $${maximum}`;
  return z.int('must be a whole number').min(minimum, rule).max(maximum, rule);
}

/**
 * Turning off keeps the amounts. `POST /billing/auto-top-up/card` returns {@link TopUpStarted}; `DELETE` returns
 * {@link AutoTopUp}.
 */
export const autoTopUpBody = z.discriminatedUnion(
  'isOn',
  [
    z.strictObject({ isOn: z.literal(false) }),
    z
      .strictObject({
        isOn: z.literal(true),
        /** Changes the amounts only; answered with 409 if it was turned off meanwhile. */
        onlyIfOn: z.boolean().optional(),
        balanceBelow: dollars(AUTO_TOP_UP.minimumBelow, AUTO_TOP_UP.maximumBelow),
        amount: dollars(MINIMUM_AMOUNT, Number(MAXIMUM_TOP_UP_MICROS / MICROS_PER_DOLLAR)),
        monthlyCap: dollars(MINIMUM_AMOUNT, AUTO_TOP_UP.maximumMonthlyCap),
      })
      .refine(({ amount, monthlyCap }) => monthlyCap >= amount, {
        path: ['monthlyCap'],
        error: 'must be at least the amount',
      }),
  ],
  'must be true or false',
);
export type AutoTopUpBody = z.input<typeof autoTopUpBody>;

/** What is absent stays as it is. */
export const alertsBody = z.strictObject({
  usage: z.boolean().optional(),
  balanceBelow: z
    .int('must be a whole number')
    .min(ALERT.minimumDollars, `must be at least ${ALERT.minimumDollars}`)
    .max(ALERT.maximumDollars, `must be at most ${ALERT.maximumDollars}`)
    .nullable()
    .optional(),
});
export type AlertsBody = z.input<typeof alertsBody>;
