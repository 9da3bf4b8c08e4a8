import type { Logger, Metrics, Periodic, RequestSlots } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { IssueWithAddress } from './delivery/issue-with-address';
import type { EventLog, PreparedTopics } from '@heliograph/event-log';
import type { DeliveryLoop } from './delivery/delivery-loop';
import type { Sender } from './delivery/sender';
import type { HeldSearches } from './matching/held-searches';
import type { SignalMatcher } from './matching/signal-matcher';
import type { ChangesSupport } from './mail/changes-support';
import type { MailLoops } from './mail/mail-loops';
import type { Recipients } from './mail/recipients';
import type { AlertStore } from './storage/alert-store';
import type { DeliveryStore } from './storage/delivery-store';
import type { DigestStore } from './storage/digest-store';
import type { MailStore } from './storage/mail-store';
import type { NotifierMetrics } from './metrics';
import type { SecretBox } from './secrets/secret-box';
import type { UnsubscribeTokens } from './secrets/unsubscribe-tokens';
import type { SavedSearchStore } from './storage/saved-search-store';
import type { StatusStore } from './storage/status-store';

/** What the notifier's calls and loops depend on. */
export interface Context {
  logger: Logger;
  /** The scraped registry, and the notifier's own metrics in it. */
  registry: Metrics;
  metrics: NotifierMetrics;
  pool: Pool;
  savedSearches: SavedSearchStore;
  /** Encrypts and decrypts the secrets of webhooks. */
  box: SecretBox;
  /** Hosts that webhooks may use even if they are private or use http. */
  allowedHosts: readonly string[];
  issueWithAddress: IssueWithAddress;
  /** Bounds the saves whose webhook hosts are being looked up. */
  addressSlots: RequestSlots;
  log: EventLog;
  topics: PreparedTopics;
  held: HeldSearches;
  matcher: SignalMatcher;
  deliveries: DeliveryStore;
  /** Sends users' test events; deliveries have their own. */
  sender: Sender;
  /** Bounds the test events waiting for their receivers. */
  testSlots: RequestSlots;
  deliveryLoop: DeliveryLoop;
  /** Voids charges of deleted saved searches. */
  chargeVoids: Periodic;
  alerts: AlertStore;
  digests: DigestStore;
  mails: MailStore;
  /** Reads unsubscribe links; needed even without a mail server, for emails already sent. */
  tokens: UnsubscribeTokens;
  /** Undefined without a mail server. */
  mail: { recipients: Recipients; support: ChangesSupport; loops: MailLoops } | undefined;
  status: StatusStore;
  /** Signal events not yet matched. */
  lag(): Promise<number>;
  /** Closes everything created with the context. */
  release(): Promise<void>;
}

/** Replacements in tests. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>> & {
  /** The name servers that resolve webhooks' hosts. */
  nameServers?: readonly string[];
};
