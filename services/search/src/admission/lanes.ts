import type { QueueBounds } from './fair-queue';

/** Lanes for slow searches, with bounded concurrency. Cheap ones run at once, in no lane. */
export const LANES = ['expensive', 'semantic', 'engine', 'log'] as const;
export type Lane = (typeof LANES)[number];

/** From this expected cost, in nanoseconds of CPU time, a search waits for its turn before it starts. */
export const EXPENSIVE_COST = 3_000_000;
/** A search expected to be cheaper runs for this many milliseconds, and then moves to the expensive lane. */
export const CHEAP_SLICE_MS = 3;
/** An expensive search lets everything else run after this many milliseconds. */
export const EXPENSIVE_SLICE_MS = 1;

/** Waiting per lane, for all accounts, before more are refused. */
const WAITING = 2_048;
/** Waiting per account: enough for callers with dozens of connections to queue instead of being refused. */
const WAITING_PER_ACCOUNT = 128;
/** Concurrent expensive searches, of different accounts, in turns of a slice each. */
const EXPENSIVE_RUNNING = 2;
/** Reads of the catalog's log: as many as there are connections. */
const LOG_RUNNING = 2;

export interface LaneSettings {
  /** Concurrent semantic searches. */
  semanticSearches: number;
  /** Concurrent searches that another server answers. */
  engineSearches: number;
}

/** One account never fills a lane, so another account's search finds a place or waits for only one search. */
export function laneBounds({
  semanticSearches,
  engineSearches,
}: LaneSettings): Readonly<Record<Lane, QueueBounds>> {
  const boundsOf = (running: number): QueueBounds => ({
    running,
    runningPerAccount: Math.max(1, Math.floor(running / 2)),
    waitingPerAccount: WAITING_PER_ACCOUNT,
    waiting: WAITING,
  });
  return {
    expensive: boundsOf(EXPENSIVE_RUNNING),
    semantic: boundsOf(semanticSearches),
    engine: boundsOf(engineSearches),
    log: boundsOf(LOG_RUNNING),
  };
}
