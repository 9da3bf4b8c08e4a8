/** How instances are probed and ended. Milliseconds. */
export interface Timings {
  /** Between two questions for readiness. */
  readinessPeriodMs: number;
  /** So many questions in a row without a yes make a ready instance unready. */
  readinessFailures: number;
  /** After which a change of readiness is seen by DNS and the proxy. */
  endpointDelayMs: number;
  /** Between the decision to end an instance and SIGTERM. */
  preStopMs: number;
  /** From SIGTERM on, what is in flight has so long. */
  shutdownTimeoutMs: number;
}

/** As the chart sets them, but for the endpoints, which take as long as they take. */
export const defaultTimings: Timings = {
  readinessPeriodMs: 1_000,
  readinessFailures: 3,
  endpointDelayMs: 1_000,
  preStopMs: 5_000,
  shutdownTimeoutMs: 20_000,
};

/** Beyond the service's own time-out, with 3 s of DRAIN_DELAY_MS and what charges to make void take, after which it is killed. */
export const GRACE_MS = 12_000;
