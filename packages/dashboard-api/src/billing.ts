import { z } from 'zod';
import type { Subscription } from './overview';
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
}

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
