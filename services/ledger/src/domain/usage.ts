import type { Plan, PrepaidUse } from './plan';

/** What an account used in a month, and what it has left. */
export interface Usage {
  /** `YYYY-MM`, UTC. */
  month: string;
  requests: bigint;
  records: bigint;
  byOperation: OperationUsage[];
  /** One-time records of API keys and of command-line sessions. */
  api: Allowance;
  cli: Allowance;
  /** Searches of the web activities view in this month. */
  webSearches: bigint;
  balanceMicros: bigint;
  /** Undefined if none is running. */
  subscription: Subscription | undefined;
  prepaidUse: PrepaidUse;
  /** Undefined when the account never had one. */
  plan: Plan | undefined;
}

interface OperationUsage {
  operation: string;
  requests: bigint;
  records: bigint;
}

export interface Allowance {
  granted: bigint;
  remaining: bigint;
}

export interface Subscription {
  startsAt: Date;
  endsAt: Date;
  cli: Allowance;
}

/** An account's balance, and what it used in the current month. */
export interface AccountFunds {
  accountId: string;
  balanceMicros: bigint;
  requests: bigint;
  records: bigint;
}

/** What a credential used in a month. */
export interface CredentialUsage {
  credentialId: string;
  /** The first of the keys that replaced one another; its own id if it replaced none. */
  lineageId: string;
  requests: bigint;
  records: bigint;
  /** For a test key: records of this UTC day. */
  recordsToday?: bigint;
}
