/** What else the prepaid balance pays for besides API keys, as the account chose. */
export interface PrepaidUse {
  /** The command line, once its allowance is used up. */
  cli: boolean;
  /** Searches of the web view beyond the monthly allowance. */
  web: boolean;
}

export type PlanStatus = 'active' | 'past_due' | 'ended';

/** The terms of a subscription at the payment provider. */
export interface PlanTerms {
  accountId: string;
  /** The provider's ids, prefixed with its name: `stripe:sub_…`. */
  subscriptionId: string;
  customerId: string;
  /** Per period. */
  cliRecords: bigint;
  priceMicros: bigint;
}

/** A subscription at the payment provider. The records it pays for are the account's subscription. */
export interface Plan extends PlanTerms {
  status: PlanStatus;
  /** Whether it ends with the paid period. */
  cancels: boolean;
  /** The latest paid period; undefined before the first payment. */
  period: { startsAt: Date; endsAt: Date; allowanceEndsAt: Date } | undefined;
}

/** A paid period of a plan. */
export interface PlanPayment extends PlanTerms {
  /** The payment's id; each payment counts once. */
  invoice: string;
  reason: string;
  period: { startsAt: Date; endsAt: Date; allowanceEndsAt: Date };
  /** By the provider's clock. */
  occurredAt: Date;
}

export interface PlanChange extends PlanTerms {
  status: PlanStatus;
  cancels: boolean;
  /** By the provider's clock. */
  occurredAt: Date;
}

/** The outcome of a payment; see migrations/0007_plans_and_prepaid_use.sql. */
export type PaymentVerdict = 'started' | 'repeated' | 'superseded' | 'over' | 'other_plan';

/** Plans per list. */
export const DEFAULT_LAPSED = 100;
export const MAXIMUM_LAPSED = 500;
