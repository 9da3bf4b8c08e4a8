import type { Metrics } from '@heliograph/runtime';

/** A counter or histogram with bound labels. */
interface Bound {
  requests: { inc(): void };
  seconds: { observe(value: number): void };
}

interface EdgeMetricsOptions {
  /** Prefix of the metric names. */
  service: string;
  /** Whether to also count requests by what pays. */
  hasChannels: boolean;
  requestsHelp: string;
  /** Requests in flight for the busiest account; called whenever metrics are read. */
  inFlightOfBusiest: () => number;
}

/** Metrics of every public service. Label lookups are expensive on the hot path, so children are bound once. */
export class EdgeMetrics {
  private readonly bound = new Map<string, Bound>();
  private readonly requests;
  private readonly seconds;
  private readonly limited;
  private readonly windowsShared;
  private readonly windowFallbacks;
  private readonly hasChannels: boolean;
  private inFlight = 0;
  /** Requests that only wait and so are no load: autoscalers use the requests in flight. */
  protected held = () => 0;

  constructor(
    metrics: Metrics,
    { service, hasChannels, requestsHelp, inFlightOfBusiest }: EdgeMetricsOptions,
  ) {
    this.hasChannels = hasChannels;
    const channel = hasChannels ? ['channel'] : [];
    this.requests = metrics.counter(`${service}_requests_total`, requestsHelp, [
      ...['operation', 'status', 'code'],
      ...channel,
    ]);
    this.seconds = metrics.histogram(`${service}_request_seconds`, 'Request duration in seconds.', [
      'operation',
      ...channel,
    ]);
    metrics.gauge(
      `${service}_requests_in_flight`,
      'Requests in flight, excluding those waiting for changes.',
      [],
      (gauge) => gauge.set(this.inFlight - this.held()),
    );
    this.limited = metrics.counter(
      `${service}_rate_limited_total`,
      'Rate-limited requests, by operation and limit ("service": refused by a backend).',
      ['operation', 'limit'],
    );
    metrics.gauge(
      `${service}_requests_in_flight_of_busiest_account`,
      'Requests in flight of the busiest account.',
      [],
      (gauge) => gauge.set(inFlightOfBusiest()),
    );
    this.windowsShared = metrics.gauge(
      `${service}_rate_windows_shared`,
      '1 while rate windows are counted in Redis, 0 while each process counts its own.',
    );
    this.windowFallbacks = metrics.counter(
      `${service}_rate_window_fallbacks_total`,
      'Requests counted only in this process because Redis did not answer.',
    );
  }

  /** Counts a request that arrived; `answered` follows, whatever happens to it. */
  arrived(): void {
    this.inFlight += 1;
  }

  /** Counts a response that was sent. */
  answered(
    { operation, code, channel = 'none' }: { operation: string; code: string; channel?: string | undefined },
    status: number,
    seconds: number,
  ): void {
    this.inFlight -= 1;
    const key = `${channel} ${operation} ${status} ${code}`;
    let bound = this.bound.get(key);
    if (!bound) {
      const channels = this.hasChannels ? [channel] : [];
      // Operations, statuses, and codes are closed sets, so this map is bounded.
      bound = {
        requests: this.requests.labels(operation, String(status), code, ...channels),
        seconds: this.seconds.labels(operation, ...channels),
      };
      this.bound.set(key, bound);
    }
    bound.requests.inc();
    bound.seconds.observe(seconds);
  }

  rateLimited(operation: string, limit: string): void {
    this.limited.inc({ operation, limit });
  }

  readonly windowFallback = () => this.windowFallbacks.inc();

  windowsAreShared(isShared: boolean): void {
    this.windowsShared.set(isShared ? 1 : 0);
  }
}
