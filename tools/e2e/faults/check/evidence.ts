import type { Receipt } from '@heliograph/sdk';
import type { SignalLine } from '../../support/corpus';
import type { Received } from '../bed/receivers';
import type { SavedSearch } from '../bed/subscriber';
import type { LogicalRequest } from '../load/journal';
import type { TopUp } from '../load/operator';

/** A charge as the ledger entered it. */
export interface Charge {
  /** Also of its event. */
  id: string;
  accountId: string;
  credentialId: string;
  requestId: string;
  records: number;
  /** How they were paid: from allowances and subscriptions, and from the balance. */
  grantedRecords: number;
  prepaidRecords: number;
  prepaidMicros: bigint;
}

/** Whatever changed an account's funds. */
export interface AccountEntry {
  id: string;
  accountId: string;
  kind: string;
  /** Empty for what is no charge. */
  requestId: string;
  apiRecords: bigint;
  subscriptionRecords: bigint;
  balanceMicros: bigint;
}

/** A fund as it is kept, and as the account's entries say. */
export interface Fund {
  accountId: string;
  name: string;
  kept: bigint;
  entered: bigint;
}

/** Totals of a credential's charges, as ledger or metering keeps them. */
export interface CredentialTotal {
  credentialId: string;
  requests: number;
  records: number;
}

/** A valid event as the topic holds it. */
export interface PublishedEvent {
  id: string;
  key: string;
  accountId: string;
  credentialId: string;
  requestId: string;
  records: number;
  prepaidMicros: bigint;
}

/** A message that is no valid event, or a dead letter. */
export interface BadMessage {
  key: string;
  /** SHA-256 of the value. */
  digest: string;
  reason?: string;
}

/** What `heliograph-admin reconcile --json` printed. */
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

/** Everything that is known at the end of a run, when all is healed and nothing is under way. */
export interface Evidence {
  /** What clients asked and learned. */
  requests: readonly LogicalRequest[];
  topUps: readonly TopUp[];
  caps: readonly { credentialId: string; monthlyCap: number }[];
  /** Of the ledger; charges in the order in which they were committed for their account. */
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
  /** Of metering. */
  meteringTotals: readonly CredentialTotal[];
  /** Of the topic, those of one key in order; all copies. */
  events: readonly PublishedEvent[];
  /** Messages of the topic that are no events, other than poison. */
  strangeMessages: readonly BadMessage[];
  deadLetters: readonly BadMessage[];
  /** What the run itself published and must end there. */
  poison: readonly BadMessage[];
  reconciliations: readonly Reconciliation[];
  /** What `GET /usage` says. */
  usage: readonly { accountId: string; requests: number; records: number }[];
  webhooks: Webhooks;
}
