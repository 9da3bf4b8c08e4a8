import type { Logger } from '@heliograph/runtime';
import type { EventLogMetrics } from './metrics';

/** What both kinds of log are given. */
export interface EventLogParts {
  clientId: string;
  logger: Logger;
  metrics: EventLogMetrics;
}
