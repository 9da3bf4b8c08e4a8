import type { QueueBounds } from './fair-queue';

/** Ways into the service, each with a bounded number running: a dear search never takes the place of a cheap one.
 * `plan` is for long queries, before it is known what they cost. */
export const LANES = ['plan', 'cheap', 'dear', 'semantic'] as const;
export type Lane = (typeof LANES)[number];

/** From this cost on, in the unit of `domain/cost.ts` (about microseconds), a search is dear. */
export const DEAR_COST = 100_000;

/** From so many characters on, planning a query takes milliseconds, in which this process does nothing else. */
export const LONG_QUERY = 500;

/** Waiting in one lane before more are refused, whoever they are of. */
const WAITING = 2_048;
/** Waiting of one account: so many that callers with dozens of connections queue, and are not refused. */
const CHEAP_WAITING_OF_ONE = 256;
const SEMANTIC_WAITING_OF_ONE = 128;
/** Few dear searches end within a caller's patience; the others are better told at once. */
const DEAR_WAITING_OF_ONE = 8;

export interface LaneSettings {
  /** Connections to the database in all. */
  databaseConnections: number;
  /** Of these, for dear searches. */
  dearConnections: number;
  /** Semantic searches at once. */
  semanticSearches: number;
}

/** Connections for cheap searches; at least one. */
export const cheapConnections = ({ databaseConnections, dearConnections }: LaneSettings) =>
  Math.max(1, databaseConnections - dearConnections);

/** One account never has all of a lane, so that another that comes finds a place or waits for one search only. */
export function laneBounds(settings: LaneSettings): Readonly<Record<Lane, QueueBounds>> {
  const cheap = cheapConnections(settings);
  const { dearConnections: dear, semanticSearches: semantic } = settings;
  return {
    plan: { running: 1, runningOfOne: 1, waitingOfOne: CHEAP_WAITING_OF_ONE, waiting: WAITING },
    cheap: {
      running: cheap,
      runningOfOne: Math.max(1, cheap - 1),
      waitingOfOne: CHEAP_WAITING_OF_ONE,
      waiting: WAITING,
    },
    dear: {
      running: dear,
      runningOfOne: Math.max(1, Math.floor(dear / 2)),
      waitingOfOne: DEAR_WAITING_OF_ONE,
      waiting: WAITING,
    },
    semantic: {
      running: semantic,
      runningOfOne: Math.max(1, Math.floor(semantic / 2)),
      waitingOfOne: SEMANTIC_WAITING_OF_ONE,
      waiting: WAITING,
    },
  };
}
