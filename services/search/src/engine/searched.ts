import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { Admission } from '../admission/admission';
import type { ChangeEngine } from '../changes/change-engine';
import type { WaitingFeeds } from '../changes/waiting-feeds';
import type { Config } from '../config';
import type { SearchMetrics } from '../metrics';
import type { SearchEngine } from './search-engine';

/** The live corpus, wherever it is searched. */
export interface Searched {
  engine: SearchEngine;
  /** Undefined when this engine cannot follow changes. */
  changes: Pick<ChangeEngine, 'changes'> | undefined;
  /** The clock that decides what is published; never behind the database's at the newest change that answers have. */
  now: () => Date;
  /** Follows the catalog until closed. Resolves when it can answer, or after a while in any case. */
  start(): Promise<void>;
  /** @throws ServiceError `unavailable` unless it can answer, with recent data. */
  requireReady(): void;
  close(): Promise<void>;
}

/** What every engine is made of. */
export interface SearchedParts {
  config: Config;
  logger: Logger;
  registry: Metrics;
  pool: Pool;
  admission: Admission;
  feeds: WaitingFeeds;
  metrics: SearchMetrics;
  now: () => Date;
}
