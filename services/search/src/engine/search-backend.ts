import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { Admission } from '../admission/admission';
import type { ChangeEngine } from '../changes/change-engine';
import type { WaitingFeeds } from '../changes/waiting-feeds';
import type { Config } from '../config';
import type { SearchMetrics } from '../metrics';
import type { SearchEngine } from './search-engine';

/** The live corpus, in whichever engine searches it. */
export interface SearchBackend {
  engine: SearchEngine;
  /** Undefined when this engine cannot follow changes. */
  changes: Pick<ChangeEngine, 'changes'> | undefined;
  /** The clock that decides what is published; never behind the database's clock at the newest change in answers. */
  now: () => Date;
  /** Follows the catalog until closed. Resolves when it can answer, or after a while regardless. */
  start(): Promise<void>;
  /** @throws ServiceError `unavailable` unless it can answer, with recent data. */
  requireReady(): void;
  close(): Promise<void>;
}

/** What every engine is built from. */
export interface SearchBackendParts {
  config: Config;
  logger: Logger;
  registry: Metrics;
  pool: Pool;
  admission: Admission;
  feeds: WaitingFeeds;
  metrics: SearchMetrics;
  now: () => Date;
}
