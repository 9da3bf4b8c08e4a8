import { EdgeMetrics } from '@heliograph/edge';
import type { Metrics } from '@heliograph/runtime';
import { TOP_UP_OUTCOMES, type TopUpOutcome } from './payments/off-session';

export class DashboardMetrics extends EdgeMetrics {
  private readonly signIns;
  private readonly sessions;
  private readonly searches;
  private readonly checkouts;
  private readonly webhooks;
  private readonly credited;
  private readonly autoTopUps;
  private readonly reversals;
  private readonly reversalsShort;
  private readonly failedFigures;

  /** @param inFlightOfBusiest called whenever metrics are read. */
  constructor(metrics: Metrics, inFlightOfBusiest: () => number) {
    super(metrics, {
      service: 'dashboard',
      hasChannels: false,
      requestsHelp: 'Answered requests by operation, status and error code ("none" for successes).',
      inFlightOfBusiest,
    });
    this.signIns = metrics.counter(
      'dashboard_sign_ins_total',
      'Sign-ins that returned from the issuer, by outcome.',
      ['outcome'],
    );
    this.sessions = metrics.counter(
      'dashboard_sessions_refused_total',
      'Requests refused because of their session.',
      ['reason'],
    );
    this.searches = metrics.counter('dashboard_searches_total', 'Requests of the activities view.', ['kind']);
    this.checkouts = metrics.counter('dashboard_checkouts_total', 'Checkouts begun, by outcome.', [
      'outcome',
    ]);
    this.webhooks = metrics.counter(
      'dashboard_webhooks_total',
      'Webhook messages of the payment provider, by outcome.',
      ['outcome'],
    );
    // Preset to zero: an outcome that first appears with its first message has no rate, and raises no alert, until its
    // second.
    for (const outcome of ['credited', 'repeated', 'card_saved', 'ignored', 'refused', 'invalid', 'failed']) {
      this.webhooks.inc({ outcome }, 0);
    }
    this.credited = metrics.counter('dashboard_top_up_micros_total', 'Micro-dollars credited by payments.');
    this.autoTopUps = metrics.counter(
      'dashboard_auto_top_ups_total',
      'Automatic top-up attempts, by outcome.',
      ['outcome'],
    );
    for (const outcome of TOP_UP_OUTCOMES) this.autoTopUps.inc({ outcome }, 0);
    this.reversals = metrics.counter(
      'dashboard_payment_reversals_total',
      'Refunds and disputes, by outcome.',
      ['outcome'],
    );
    for (const outcome of ['taken', 'short', 'returned', 'repeated', 'refused', 'failed']) {
      this.reversals.inc({ outcome }, 0);
    }
    this.reversalsShort = metrics.counter(
      'dashboard_payment_reversals_short_micros_total',
      'Micro-dollars refunded or disputed that had already been spent.',
    );
    this.failedFigures = metrics.counter(
      'dashboard_console_failures_total',
      "Reads of the operator console's figures that failed, by source.",
      ['source'],
    );
  }

  /** @param source name of the operator console's source. */
  figureFailed(source: string): void {
    this.failedFigures.inc({ source });
  }

  /** @param outcome `succeeded`, `created`, or the error's code. */
  signedIn(outcome: string): void {
    this.signIns.inc({ outcome });
  }

  sessionRefused(reason: string): void {
    this.sessions.inc({ reason });
  }

  activitiesAnswered(kind: 'search' | 'browse' | 'refused'): void {
    this.searches.inc({ kind });
  }

  checkoutStarted(outcome: 'begun' | 'failed'): void {
    this.checkouts.inc({ outcome });
  }

  webhookHandled(
    outcome: 'credited' | 'repeated' | 'card_saved' | 'ignored' | 'refused' | 'invalid' | 'failed',
  ): void {
    this.webhooks.inc({ outcome });
  }

  /** @param outcome `taken`: the full amount; `short`: only what was left; `returned`: given back. */
  paymentReversed(outcome: 'taken' | 'short' | 'returned' | 'repeated' | 'refused' | 'failed'): void {
    this.reversals.inc({ outcome });
  }

  reversalShort(micros: bigint): void {
    this.reversalsShort.inc(Number(micros));
  }

  autoToppedUp(outcome: TopUpOutcome): void {
    this.autoTopUps.inc({ outcome });
  }

  toppedUp(micros: bigint): void {
    this.credited.inc(Number(micros));
  }
}
