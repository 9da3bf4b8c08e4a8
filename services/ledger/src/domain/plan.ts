/** What an account chose that its prepaid balance pays for besides API keys. */
export interface PrepaidUse {
  /** The command line, once its allowance is used up. */
  cli: boolean;
  /** Searches of the web view beyond the month's. */
  web: boolean;
}

export type PlanStatus = 'active' | 'past_due' | 'ended';

/** What a subscription with the payment provider is sold as. */
export interface PlanTerms {
  accountId: string;
  /** The provider's names, beginning with its own: `stripe:sub_…`. */
  subscriptionId: string;
  customerId: string;
  /** Of each period. */
  cliRecords: bigint;
  priceMicros: bigint;
}

/** A subscription with the payment provider. The records that it pays for are the account's subscription. */
export interface Plan extends PlanTerms {
  status: PlanStatus;
  /** Whether it ends with the period that is paid. */
  cancels: boolean;
  /** The latest that was paid; undefined when none was yet. */
  period: { startsAt: Date; endsAt: Date; allowanceEndsAt: Date } | undefined;
}

/** A period of a plan that was paid. */
export interface PlanPayment extends PlanTerms {
  /** Names the payment: it counts once. */
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

/** What came of a payment; see migrations/0007_plans_and_prepaid_use.sql. */
export type PaymentVerdict = 'started' | 'repeated' | 'superseded' | 'over' | 'other_plan';

/** Of one list. */
export const DEFAULT_LAPSED = 100;
export const MAXIMUM_LAPSED = 500;
