import { percentile } from '@heliograph/testing';

/** Milliseconds at the usual percentiles. */
export interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

/** @param samples milliseconds, in any order; at least one. */
export function percentiles(samples: readonly number[]): Latency {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) => round(percentile(sorted, share));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** @param values at least one. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Rounds to two decimals, finer than the precision of these measurements. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
