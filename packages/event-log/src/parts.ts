import type { Logger } from '@heliograph/runtime';
import type { EventLogMetrics } from './metrics';

/** The settings of both kinds of log. */
export interface EventLogParts {
  clientId: string;
  logger: Logger;
  metrics: EventLogMetrics;
}
