import type { ErrorCode, ToolName } from '@heliograph/contract';
import { EdgeMetrics } from '@heliograph/edge';
import type { Metrics, RequestSlots } from '@heliograph/runtime';

/** Finer than the usual buckets around the few milliseconds that a charge may add to a request. */
const CHARGE_BUCKETS = [
  0.0005, 0.001, 0.0015, 0.002, 0.0025, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
];

export class GatewayMetrics extends EdgeMetrics {
  private readonly verdicts;
  private readonly cache;
  private readonly records;
  private readonly charges;
  private readonly voids;
  private readonly toolCalls;
  private readonly budgets;
  private readonly logged;
  private readonly chargeSeconds;
  private pendingVoids = () => 0;

  /** @param inFlightOfBusiest called whenever metrics are read. */
  constructor(
    private readonly metrics: Metrics,
    inFlightOfBusiest: () => number,
  ) {
    super(metrics, {
      service: 'gateway',
      hasChannels: true,
      requestsHelp:
        'Answered requests by operation, status, error code ("none" for successes), and channel ("test" for test keys, "none" if no credential is needed).',
      inFlightOfBusiest,
    });
    this.verdicts = metrics.counter('gateway_credentials_total', 'Credentials checked, by verdict.', [
      'verdict',
    ]);
    this.cache = metrics.counter('gateway_cache_total', 'Cache lookups.', ['cache', 'outcome']);
    this.records = metrics.counter('gateway_records_charged_total', 'Records charged.', [
      'operation',
      'channel',
    ]);
    this.charges = metrics.counter(
      'gateway_charges_total',
      'Charges by outcome; unconfirmed ones may have been taken.',
      ['outcome'],
    );
    // An outcome that first appears with its first charge would show no rate, and raise no alert, until its second.
    for (const outcome of ['charged', 'refused', 'not_begun', 'replayed', 'unconfirmed']) {
      this.charges.inc({ outcome }, 0);
    }
    this.toolCalls = metrics.counter(
      'gateway_tool_calls_total',
      'Tool calls by agents, by error code ("none" for successes, "replayed" if already charged).',
      ['tool', 'code'],
    );
    this.voids = metrics.counter(
      'gateway_charge_voids_total',
      'Unconfirmed charges, by outcome: taken_back, prevented, or lost (needs an operator).',
      ['outcome'],
    );
    for (const outcome of ['taken_back', 'prevented', 'lost']) this.voids.inc({ outcome }, 0);
    this.budgets = metrics.counter(
      'gateway_budget_refusals_total',
      'Responses refused with budget_reached, by what they exceeded: maximum (X-Max-Records) or budget.',
      ['reason'],
    );
    for (const reason of ['maximum', 'budget']) this.budgets.inc({ reason }, 0);
    this.logged = metrics.counter(
      'gateway_logged_requests_total',
      'Entries of the request log, by outcome: sent to metering, or dropped because it did not take them.',
      ['outcome'],
    );
    for (const outcome of ['sent', 'dropped']) this.logged.inc({ outcome }, 0);
    metrics.gauge(
      'gateway_charge_voids_pending',
      'Unconfirmed charges that are not voided yet.',
      [],
      (gauge) => gauge.set(this.pendingVoids()),
    );
    this.chargeSeconds = metrics.histogram(
      'gateway_charge_seconds',
      'Seconds a request waited for its charge after its result was known.',
      [],
      CHARGE_BUCKETS,
    );
  }

  credentialRejected(verdict: string): void {
    this.verdicts.inc({ verdict });
  }

  readonly credentialAccepted = bindOnce(() => this.verdicts.labels('valid'));
  readonly verdictCacheHit = bindOnce(() => this.cache.labels('credentials', 'hit'));
  readonly verdictCacheMiss = bindOnce(() => this.cache.labels('credentials', 'miss'));

  private readonly chargeSucceeded = bindOnce(() => this.charges.labels('charged'));

  charged(channel: string, operation: string, records: number, seconds: number): void {
    this.chargeSucceeded();
    this.chargeSeconds.observe(seconds);
    if (records > 0) this.records.inc({ operation, channel }, records);
  }

  toolCalled(tool: ToolName, code: ErrorCode | 'none' | 'replayed'): void {
    this.toolCalls.inc({ tool, code });
  }

  chargeRefused(): void {
    this.charges.inc({ outcome: 'refused' });
  }

  /** The outcome of voiding an unconfirmed charge without a key. */
  chargeVoided(outcome: 'taken_back' | 'prevented' | 'lost'): void {
    this.voids.inc({ outcome });
  }

  /** A response cost more than its request, or the budget it named, allows. */
  budgetReached(reason: 'maximum' | 'budget'): void {
    this.budgets.inc({ reason });
  }

  /** Voids waiting for the ledger. */
  watchVoids(pending: () => number): void {
    this.pendingVoids = pending;
  }

  requestsLogged(outcome: 'sent' | 'dropped', entries: number): void {
    this.logged.inc({ outcome }, entries);
  }

  /** Gauges of entries that metering has not confirmed. */
  watchRequestLog(log: { readonly pending: number; readonly lagSeconds: number }): void {
    this.metrics.gauge(
      'gateway_request_log_pending',
      'Entries of the request log not yet sent.',
      [],
      (gauge) => gauge.set(log.pending),
    );
    this.metrics.gauge(
      'gateway_request_log_lag_seconds',
      'Age in seconds of the oldest request log entry not yet sent; 0 when there is none.',
      [],
      (gauge) => gauge.set(log.lagSeconds),
    );
  }

  /** Gauges of held requests and their bounds; `kind` is the kind of bound. */
  watchHeld(slots: RequestSlots): void {
    this.held = () => slots.ofProcess;
    this.metrics.gauge(
      'gateway_held_requests',
      'Requests held until something changes: for the process, and for the account with the most.',
      ['kind'],
      (gauge) => {
        gauge.set({ kind: 'process' }, slots.ofProcess);
        gauge.set({ kind: 'account' }, slots.ofBusiestAccount);
      },
    );
    this.metrics.gauge(
      'gateway_held_requests_maximum',
      'HELD_REQUESTS (process) and ACCOUNT_HELD_REQUESTS (account).',
      ['kind'],
      (gauge) => {
        for (const kind of ['process', 'account'] as const) gauge.set({ kind }, slots.limits[kind]);
      },
    );
  }

  /** Nothing was left to charge, so the work was not started. */
  chargeNotBegun(): void {
    this.charges.inc({ outcome: 'not_begun' });
  }

  chargeUnconfirmed(): void {
    this.charges.inc({ outcome: 'unconfirmed' });
  }

  replayed(): void {
    this.charges.inc({ outcome: 'replayed' });
  }
}

/** A function that increments a child counter, bound on first use. */
function bindOnce(bind: () => { inc(): void }): () => void {
  let child: { inc(): void } | undefined;
  return () => (child ??= bind()).inc();
}
