import type { Receipt } from '@heliograph/sdk';
import type { SignalLine } from '../../support/corpus';
import type { Received } from '../bed/receivers';
import type { SavedSearch } from '../bed/subscriber';
import type { LogicalRequest } from '../load/journal';
import type { TopUp } from '../load/operator';

/** A charge as entered in the ledger. */
export interface Charge {
  /** Also the id of its event. */
  id: string;
  accountId: string;
  credentialId: string;
  requestId: string;
  records: number;
  /** Payment sources: allowances and subscriptions, and the balance. */
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

/** A delivery of a saved search as the notifier keeps it. */
export interface Delivery {
  /** Also of its charge. */
  id: string;
  savedSearchId: string;
  chargedRecords: number;
}

/** An account that got signals only by webhooks, and what it got. */
export interface Webhooks {
  accountId: string;
  savedSearches: readonly SavedSearch[];
  /** All that was imported for them. */
  published: readonly SignalLine[];
  received: readonly Received[];
  /** Requests to receivers without a valid signature, and the like. */
  refused: readonly string[];
  /** In the order in which they were made. */
  deliveries: readonly Delivery[];
}

/** Everything that is known at the end of a run, when all is healed and nothing is in progress. */
export interface Evidence {
  /** What clients requested and learned. */
  requests: readonly LogicalRequest[];
  topUps: readonly TopUp[];
  caps: readonly { credentialId: string; monthlyCap: number }[];
  /** From the ledger; charges in the order in which they were committed for their account. */
  charges: readonly Charge[];
  /** In the order in which they were committed for their account. */
  entries: readonly AccountEntry[];
  funds: readonly Fund[];
  credits: readonly { accountId: string; reference: string; micros: bigint }[];
  ledgerTotals: readonly CredentialTotal[];
  outboxRows: number;
  /** As customers read them, by account, in order. */
  receipts: ReadonlyMap<string, readonly Receipt[]>;
  /** How the signed statements differ from them. */
  statements: readonly { accountId: string; month: string; differences: readonly string[] }[];
  /** From metering. */
  meteringTotals: readonly CredentialTotal[];
  /** From the topic, including copies; in order for each key. */
  events: readonly PublishedEvent[];
  /** Messages in the topic that are not events, other than poison. */
  strangeMessages: readonly BadMessage[];
  deadLetters: readonly BadMessage[];
  /** What the run itself published as poison, which must end up there. */
  poison: readonly BadMessage[];
  reconciliations: readonly Reconciliation[];
  /** What `GET /usage` returns. */
  usage: readonly { accountId: string; requests: number; records: number }[];
  webhooks: Webhooks;
}
