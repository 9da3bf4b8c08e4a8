import type { Release } from '../parts/releases';
import type { Cluster } from '../machine/cluster';

/** Measurements in readable form: `{requests: 2400, failed: 0, 'rolled out after': '31 s'}`. */
export type Figures = Record<string, string | number>;

export interface Context {
  cluster: Cluster;
  previous: Release;
  current: Release;
  say: (text: string) => void;
}

export interface Step {
  name: string;
  /** What the check shows, in one sentence. */
  shows: string;
  /** Steps that must have passed on this cluster first. */
  after: readonly string[];
  /** What to inspect when it fails. */
  inspect: string;
  /** @throws CheckFailure when the expectation fails; any other Error when the check could not be completed. */
  run(context: Context): Promise<Figures>;
}

/** A step's expectation failed. */
export class CheckFailure extends Error {}

/** @throws CheckFailure with the given text unless the condition holds. */
export function check(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new CheckFailure(otherwise);
}

/** Seconds since a `performance.now()` time, in readable form. */
export function since(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
