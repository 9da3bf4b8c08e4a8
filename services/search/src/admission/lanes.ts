import type { QueueBounds } from './fair-queue';

/** Ways into the service besides the common one, which needs no turn: what takes long runs in these, a bounded number at once. */
export const LANES = ['dear', 'semantic', 'engine'] as const;
export type Lane = (typeof LANES)[number];

/** From this expected cost on, in nanoseconds of a processor, a search waits for a turn before it begins. */
export const DEAR_COST = 3_000_000;
/** A search classified as cheaper runs for so many milliseconds, and moves to the dear lane if it has not ended. */
export const CHEAP_SLICE_MS = 3;
/** A dear search lets everything else run after so many milliseconds. */
export const DEAR_SLICE_MS = 1;

/** Waiting in one lane, of all accounts, before more are refused. */
const WAITING = 2_048;
/** Waiting of one account: so many that callers with dozens of connections queue, and are not refused. */
const WAITING_OF_ONE = 128;
/** Of different accounts, in turns of a slice each. */
const DEAR_RUNNING = 2;

export interface LaneSettings {
  /** Semantic searches at once. */
  semanticSearches: number;
  /** Searches that another server answers, at once. */
  engineSearches: number;
}

/** One account never has all of a lane, so that another that comes finds a place or waits for one search only. */
export function laneBounds({
  semanticSearches,
  engineSearches,
}: LaneSettings): Readonly<Record<Lane, QueueBounds>> {
  const boundsOf = (running: number): QueueBounds => ({
    running,
    runningOfOne: Math.max(1, Math.floor(running / 2)),
    waitingOfOne: WAITING_OF_ONE,
    waiting: WAITING,
  });
  return {
    dear: boundsOf(DEAR_RUNNING),
    semantic: boundsOf(semanticSearches),
    engine: boundsOf(engineSearches),
  };
}
