import type { Metrics } from '@heliograph/runtime';
import type { StatusStore } from './storage/status-store';

const CHANGES = [
  'created',
  'updated',
  'deleted',
  'secret_rotated',
  'digest_changed',
  'unsubscribed',
] as const;

const OUTCOMES = ['delivered', 'retried', 'given_up', 'withdrawn', 'unpaid'] as const;

const DIGEST_OUTCOMES = ['made', 'empty', 'skipped'] as const;

const MAIL_OUTCOMES = ['sent', 'retried', 'refused', 'given_up', 'canceled'] as const;

const STEPS = ['match', 'follow', 'queue', 'deliver', 'void', 'digest', 'alert', 'mail'] as const;

/** What is retried after a failure: {@link NotifierMetrics.failed}. */
type NotifierStep = (typeof STEPS)[number];

type SavedSearchChange = (typeof CHANGES)[number];

/** Buckets that cover a delivery's ten seconds. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** What the gauges read. */
interface MeasuredParts {
  status: StatusStore;
  /** Whether this process sends email. */
  hasMail: boolean;
  heldSearches: () => number;
  consumerLag: () => Promise<number>;
  onFailure: (error: unknown) => void;
}

/** The notifier's own metrics. */
export class NotifierMetrics {
  private readonly changes;
  private readonly matchedSignals;
  private readonly matches;
  private readonly matchSeconds;
  private readonly lostMatches;
  private readonly deliveries;
  private readonly digests;
  private readonly mails;
  private readonly failures;

  constructor(private readonly metrics: Metrics) {
    this.changes = metrics.counter(
      'notifier_saved_search_changes_total',
      'Changes to saved searches, by kind.',
      ['change'],
    );
    // A series that first appears with a change has no rate until the next one.
    for (const change of CHANGES) this.changes.inc({ change }, 0);
    this.matchedSignals = metrics.counter('notifier_signals_total', 'Signals matched with saved searches.');
    this.matches = metrics.counter('notifier_matches_total', 'New matches of signals and saved searches.');
    this.matchSeconds = metrics.histogram(
      'notifier_matching_seconds',
      'Seconds to match a batch of signals.',
      [],
      SECONDS,
    );
    this.lostMatches = metrics.counter(
      'notifier_expired_matches_total',
      'Matches dropped after waiting for 30 days.',
    );
    this.deliveries = metrics.counter('notifier_deliveries_total', 'Delivery attempts, by outcome.', [
      'outcome',
    ]);
    for (const outcome of OUTCOMES) this.deliveries.inc({ outcome }, 0);
    this.digests = metrics.counter(
      'notifier_digests_total',
      'Digests whose period ended, by outcome: made, empty (nothing new), skipped (inactive account, refused address, or an engine without changes).',
      ['outcome'],
    );
    for (const outcome of DIGEST_OUTCOMES) this.digests.inc({ outcome }, 0);
    this.mails = metrics.counter('notifier_mails_total', 'Attempts to send an email, by outcome.', [
      'outcome',
    ]);
    for (const outcome of MAIL_OUTCOMES) this.mails.inc({ outcome }, 0);
    this.failures = metrics.counter(
      'notifier_failures_total',
      'Failures through no fault of a receiver, by step: match, follow (loading changed saved searches), queue, deliver, void (charges of deleted saved searches), digest, alert, mail. All are retried.',
      ['step'],
    );
    for (const step of STEPS) this.failures.inc({ step }, 0);
  }

  savedSearchChanged(change: SavedSearchChange): void {
    this.changes.inc({ change });
  }

  matched(signals: number, matches: number, seconds: number): void {
    this.matchedSignals.inc(signals);
    this.matches.inc(matches);
    this.matchSeconds.observe(seconds);
  }

  matchesExpired(matches: number): void {
    this.lostMatches.inc(matches);
  }

  delivery(outcome: (typeof OUTCOMES)[number]): void {
    this.deliveries.inc({ outcome });
  }

  digest(outcome: (typeof DIGEST_OUTCOMES)[number]): void {
    this.digests.inc({ outcome });
  }

  mail(outcome: (typeof MAIL_OUTCOMES)[number]): void {
    this.mails.inc({ outcome });
  }

  /** A step failed and is retried. */
  failed(step: NotifierStep): void {
    this.failures.inc({ step });
  }

  /** Gauges are read on each scrape; on failure they stay stale. */
  watch({ status, hasMail, heldSearches, consumerLag, onFailure }: MeasuredParts): void {
    this.metrics.gauge('notifier_held_searches', 'Saved searches with webhooks in memory.', [], (gauge) =>
      gauge.set(heldSearches()),
    );
    this.metrics.gauge(
      'notifier_searches_on_hold',
      'Saved searches whose next delivery is on hold, by reason: records (the account lacks them), daily_maximum, inactive_account.',
      ['reason'],
      async (gauge) => {
        for (const [reason, searches] of Object.entries(await status.savedSearchesOnHold()))
          gauge.set({ reason }, searches);
      },
      onFailure,
    );
    const watch = (name: string, help: string, read: () => Promise<number>) =>
      this.metrics.gauge(name, help, [], async (gauge) => gauge.set(await read()), onFailure);
    watch('notifier_consumer_lag', 'Signal events not yet matched with saved searches.', consumerLag);
    watch(
      'notifier_queue_delay_seconds',
      'How long the longest-waiting saved search has been ready but not processed.',
      () => status.queueDelaySeconds(),
    );
    watch(
      'notifier_oldest_undelivered_seconds',
      'Age of the oldest delivery that is paid for but neither delivered nor given up.',
      () => status.oldestUndeliveredSeconds(),
    );
    watch(
      'notifier_mail_delay_seconds',
      'How long the longest-waiting digest, alert, or email has been ready but not processed; 0 without a mail server.',
      () => (hasMail ? status.mailDelaySeconds() : Promise.resolve(0)),
    );
    watch('notifier_backlogs', 'Saved searches with more waiting matches than are stored.', () =>
      status.backlogs(),
    );
    watch('notifier_refused_addresses', 'Accounts whose addresses a mail server refused.', () =>
      status.refusedAddresses(),
    );
    watch('notifier_waiting_accounts', 'Accounts whose saved searches wait for records.', () =>
      status.waitingAccounts(),
    );
    watch('notifier_failing_searches', 'Saved searches whose receivers are failing.', () =>
      status.failingSearches(),
    );
  }
}
