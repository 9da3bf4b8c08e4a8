import type { Statistics } from './statistics';

/** What a compiler needs besides the query. */
export interface CompilerContext {
  /** The current day in UTC. */
  today: string;
  statistics: Statistics;
}
