import type { Logger, Metrics } from '@heliograph/runtime';
import type { EventLog } from './event-log';
import { KafkaEventLog } from './kafka/kafka-event-log';
import { createEventLogMetrics } from './metrics';
import { PostgresEventLog } from './postgres/postgres-event-log';
import type { EventLogSettings } from './settings';

interface EventLogOptions {
  /** This program's name in the log, such as `heliograph-ledger`. */
  clientId: string;
  logger: Logger;
  metrics?: Metrics;
}

/** The configured event log. Opens no connection until it is used. */
export function createEventLog(settings: EventLogSettings, options: EventLogOptions): EventLog {
  const parts = {
    clientId: options.clientId,
    logger: options.logger,
    metrics: createEventLogMetrics(options.metrics),
  };
  switch (settings.kind) {
    case 'kafka':
      return new KafkaEventLog(settings, parts);
    case 'postgres':
      return new PostgresEventLog(settings, parts);
  }
}
