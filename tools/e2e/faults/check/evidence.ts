import type { Receipt } from '@heliograph/sdk';
import type { SignalLine } from '../../support/corpus';
import type { Received } from '../bed/receivers';
import type { SavedSearch } from '../bed/subscriber';
import type { LogicalRequest } from '../load/journal';
import type { TopUp } from '../load/operator';

/** A charge as entered in the ledger. */
export interface Charge {
  /** Also its event's id. */
  id: string;
  accountId: string;
  credentialId: string;
  requestId: string;
  records: number;
  /** Payment sources: first allowances and subscriptions, then the balance. */
  grantedRecords: number;
  prepaidRecords: number;
  prepaidMicros: bigint;
}

/** Anything that changed an account's funds. */
export interface AccountEntry {
  id: string;
  accountId: string;
  kind: string;
  /** Empty for entries that are not charges. */
  requestId: string;
  apiRecords: bigint;
  subscriptionRecords: bigint;
  balanceMicros: bigint;
}

/** A fund's stored value, and its value according to the account's entries. */
export interface Fund {
  accountId: string;
  name: string;
  kept: bigint;
  entered: bigint;
}

/** Totals of a credential's charges, as stored by ledger or metering. */
export interface CredentialTotal {
  credentialId: string;
  requests: number;
  records: number;
}

/** A valid event as stored in the topic. */
export interface PublishedEvent {
  id: string;
  key: string;
  accountId: string;
  credentialId: string;
  requestId: string;
  records: number;
  prepaidMicros: bigint;
}

/** A message that is not a valid event, or a dead letter. */
export interface BadMessage {
  key: string;
  /** SHA-256 of the value. */
  digest: string;
  reason?: string;
}

/** The output of `heliograph-admin reconcile --json`. */
export interface Reconciliation {
  month: string;
  ledger: { requests: number; records: number };
  metering: { requests: number; records: number };
  differences: unknown[];
}

/** A saved search's delivery, as stored by the notifier. */
export interface Delivery {
  /** Also its charge's id. */
  id: string;
  savedSearchId: string;
  chargedRecords: number;
}

/** An account that got signals only by webhooks, and what it got. */
export interface Webhooks {
  accountId: string;
  savedSearches: readonly SavedSearch[];
  /** All signals imported for the saved searches. */
  published: readonly SignalLine[];
  received: readonly Received[];
  /** Requests to receivers without a valid signature, and the like. */
  refused: readonly string[];
  /** In the order they were created. */
  deliveries: readonly Delivery[];
}

/** Everything known at the end of a run, when all faults are healed and nothing is in progress. */
export interface Evidence {
  /** What clients requested and learned. */
  requests: readonly LogicalRequest[];
  topUps: readonly TopUp[];
  caps: readonly { credentialId: string; monthlyCap: number }[];
  /** From the ledger, in commit order per account. */
  charges: readonly Charge[];
  /** In commit order per account. */
  entries: readonly AccountEntry[];
  funds: readonly Fund[];
  credits: readonly { accountId: string; reference: string; micros: bigint }[];
  ledgerTotals: readonly CredentialTotal[];
  outboxRows: number;
  /** As customers read them, by account, in order. */
  receipts: ReadonlyMap<string, readonly Receipt[]>;
  /** Differences between the signed statements and the receipts. */
  statements: readonly { accountId: string; month: string; differences: readonly string[] }[];
  /** From metering. */
  meteringTotals: readonly CredentialTotal[];
  /** From the topic, including copies; in order for each key. */
  events: readonly PublishedEvent[];
  /** Messages in the topic that are not events, other than poison. */
  unexpectedMessages: readonly BadMessage[];
  deadLetters: readonly BadMessage[];
  /** Poison that the run itself published, which must end up in `deadLetters`. */
  poison: readonly BadMessage[];
  reconciliations: readonly Reconciliation[];
  /** What `GET /usage` returns. */
  usage: readonly { accountId: string; requests: number; records: number }[];
  webhooks: Webhooks;
}
