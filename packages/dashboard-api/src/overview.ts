import type { Allowance } from '@heliograph/contract';
import type { Dollars, Timestamp } from './problem';

export type { Allowance };

export interface UseTotal {
  requests: number;
  records: number;
}

export interface Subscription {
  periodStart: Timestamp;
  periodEnd: Timestamp;
  cli: Allowance;
}

/** Something the user should do or know. */
export interface Notice {
  code:
    | 'no_keys'
    | 'api_allowance_used'
    | 'balance_low'
    | 'balance_empty'
    | 'cli_allowance_low'
    | 'web_searches_used'
    | 'key_expires_soon'
    | 'key_cap_near'
    | 'subscription_ends_soon'
    | 'plan_past_due';
  severity: 'info' | 'warning' | 'critical';
  text: string;
  /** The dashboard path where the user can fix it. */
  action?: { label: string; path: string };
}

/** What else the prepaid balance pays for besides API keys, as the account chose. */
export interface PrepaidUse {
  /** The command line, once its records are used up. */
  cli: boolean;
  /** Searches beyond the monthly allowance. */
  web: boolean;
}

/** `GET /overview` */
export interface Overview {
  balance: { amount: Dollars; records: number };
  allowances: { api: Allowance; cli: Allowance; /** null: unlimited */ web: Allowance | null };
  subscription: Subscription | null;
  prepaidUse: PrepaidUse;
  /** UTC day; null while the daily totals are unavailable. */
  today: UseTotal | null;
  /** UTC month. */
  month: UseTotal & { month: string };
  /** The last 30 UTC days, oldest first, including days without usage; null while unavailable. */
  days: (UseTotal & { date: string })[] | null;
  notices: Notice[];
}
