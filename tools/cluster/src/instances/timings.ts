/** How instances are probed and terminated, in milliseconds. */
export interface Timings {
  /** Interval between readiness probes. */
  readinessPeriodMs: number;
  /** A ready instance becomes unready after this many failed probes in a row. */
  readinessFailures: number;
  /** Time until DNS and the proxy see a change of readiness. */
  endpointDelayMs: number;
  /** Time between the decision to terminate an instance and SIGTERM. */
  preStopMs: number;
  /** Time that requests in flight get after SIGTERM. */
  shutdownTimeoutMs: number;
}

/** The chart's values. Only the endpoint delay is an assumption: Kubernetes doesn't guarantee one. */
export const defaultTimings: Timings = {
  readinessPeriodMs: 1_000,
  readinessFailures: 3,
  endpointDelayMs: 1_000,
  preStopMs: 5_000,
  shutdownTimeoutMs: 20_000,
};

/** Added to the service's own timeout before it is killed: 3 s of DRAIN_DELAY_MS, and time to void charges. */
export const GRACE_MS = 12_000;
