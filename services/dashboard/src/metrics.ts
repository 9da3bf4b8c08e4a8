import type { Metrics } from '@heliograph/runtime';

/** The dashboard's metrics. */
export class DashboardMetrics {
  private readonly requests;
  private readonly seconds;
  private readonly signIns;
  private readonly sessions;
  private readonly limited;
  private readonly searches;
  private readonly checkouts;
  private readonly webhooks;
  private readonly credited;
  private readonly reversals;
  private readonly reversalsShort;
  private readonly windowsShared;
  private readonly windowFallbacks;
  private inFlight = 0;

  /** @param inFlightOfBusiest asked whenever metrics are read. */
  constructor(metrics: Metrics, inFlightOfBusiest: () => number) {
    this.requests = metrics.counter(
      'dashboard_requests_total',
      'Answered requests by operation, status and error code ("none" for successes).',
      ['operation', 'status', 'code'],
    );
    this.seconds = metrics.histogram('dashboard_request_seconds', 'Request duration in seconds.', [
      'operation',
    ]);
    metrics.gauge('dashboard_requests_in_flight', 'Requests in flight.', [], (gauge) =>
      gauge.set(this.inFlight),
    );
    this.signIns = metrics.counter(
      'dashboard_sign_ins_total',
      'Sign-ins that returned from the issuer, by outcome.',
      ['outcome'],
    );
    this.sessions = metrics.counter(
      'dashboard_sessions_refused_total',
      'Requests refused by their session.',
      ['reason'],
    );
    this.limited = metrics.counter(
      'dashboard_rate_limited_total',
      'Rate-limited requests, by operation and limit ("service": refused by a backend).',
      ['operation', 'limit'],
    );
    metrics.gauge(
      'dashboard_requests_in_flight_of_busiest_account',
      'Requests in flight of the busiest account.',
      [],
      (gauge) => gauge.set(inFlightOfBusiest()),
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
    // An outcome that appears with its first message would have no rate, and no alert, until its second.
    for (const outcome of ['credited', 'repeated', 'ignored', 'refused', 'invalid', 'failed']) {
      this.webhooks.inc({ outcome }, 0);
    }
    this.credited = metrics.counter('dashboard_top_up_micros_total', 'Micro-dollars credited by payments.');
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
    this.windowsShared = metrics.gauge(
      'dashboard_rate_windows_shared',
      '1 while rate windows are counted in Redis, 0 while each process counts its own.',
    );
    this.windowFallbacks = metrics.counter(
      'dashboard_rate_window_fallbacks_total',
      'Requests counted only in this process because Redis did not answer.',
    );
  }

  /** One request arrived; `answered` follows, whatever becomes of it. */
  arrived(): void {
    this.inFlight += 1;
  }

  answered(operation: string, status: number, code: string, seconds: number): void {
    this.inFlight -= 1;
    this.requests.inc({ operation, status: String(status), code });
    this.seconds.observe({ operation }, seconds);
  }

  /** @param outcome `succeeded`, `created`, or the code of what went wrong. */
  signedIn(outcome: string): void {
    this.signIns.inc({ outcome });
  }

  sessionRefused(reason: string): void {
    this.sessions.inc({ reason });
  }

  rateLimited(operation: string, limit: string): void {
    this.limited.inc({ operation, limit });
  }

  activitiesAnswered(kind: 'search' | 'browse' | 'refused'): void {
    this.searches.inc({ kind });
  }

  checkoutBegun(outcome: 'begun' | 'failed'): void {
    this.checkouts.inc({ outcome });
  }

  webhookHandled(outcome: 'credited' | 'repeated' | 'ignored' | 'refused' | 'invalid' | 'failed'): void {
    this.webhooks.inc({ outcome });
  }

  /** @param outcome `taken`: all of it; `short`: what was left; `returned`: what was taken came back. */
  paymentReversed(outcome: 'taken' | 'short' | 'returned' | 'repeated' | 'refused' | 'failed'): void {
    this.reversals.inc({ outcome });
  }

  reversalShort(micros: bigint): void {
    this.reversalsShort.inc(Number(micros));
  }

  toppedUp(micros: bigint): void {
    this.credited.inc(Number(micros));
  }

  readonly windowFallback = () => this.windowFallbacks.inc();

  windowsAreShared(isShared: boolean): void {
    this.windowsShared.set(isShared ? 1 : 0);
  }
}
