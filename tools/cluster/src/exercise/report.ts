import { percentile } from '@heliograph/testing';
import type { Incident } from '../status';
import type { FailedRequest, LoadResult } from '../load/load';
import type { Reconciliation } from '../load/reconcile';

interface Latency {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** The result of an exercise. */
export interface ExerciseReport {
  /** Whether nothing failed and clients, ledger, and metering agree. */
  passed: boolean;
  seconds: number;
  actions: { action: string; seconds: number }[];
  requests: number;
  requestsPerSecond: number;
  byOperation: Record<string, number>;
  byInstance: Record<string, number>;
  replays: number;
  failed: number;
  /** The first few. */
  failures: FailedRequest[];
  latencyMs: Latency;
  reconciliation: Reconciliation;
  violations: string[];
  incidents: Incident[];
}

const LISTED_FAILURES = 50;

export function reportOf(parts: {
  actions: { action: string; seconds: number }[];
  result: LoadResult;
  reconciliation: Reconciliation;
  violations: string[];
  incidents: Incident[];
}): ExerciseReport {
  const { actions, result, reconciliation, violations, incidents } = parts;
  const { seconds, requests, byOperation, byInstance, replays, failures, latencies } = result;
  return {
    passed: failures.length === 0 && violations.length === 0 && incidents.length === 0 && requests > 0,
    seconds: rounded(seconds),
    actions: actions.map(({ action, seconds: took }) => ({ action, seconds: rounded(took) })),
    requests,
    requestsPerSecond: rounded(requests / seconds),
    byOperation,
    byInstance,
    replays,
    failed: failures.length,
    failures: failures.slice(0, LISTED_FAILURES),
    latencyMs: latencyOf(latencies),
    reconciliation: { ...reconciliation, catchUpMs: Math.round(reconciliation.catchUpMs) },
    violations,
    incidents,
  };
}

/** @param samples milliseconds, in any order. */
function latencyOf(samples: readonly number[]): Latency {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) => rounded(percentile(sorted, share));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
