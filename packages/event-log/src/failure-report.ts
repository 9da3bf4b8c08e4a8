import type { Logger } from '@heliograph/runtime';
import type { SubscribeOptions } from './event-log';
import type { EventLogMetrics } from './metrics';

/** Reports a failure that will be retried to the log, the metrics, and the subscriber. */
export type FailureReport = (operation: 'handle' | 'log', error: unknown) => void;

export function failureReport(
  { topic, group, onError }: SubscribeOptions,
  parts: { logger: Logger; metrics: EventLogMetrics },
): FailureReport {
  return (operation, error) => {
    parts.metrics.failed(operation, topic);
    parts.logger.warn(
      { err: error, topic, group },
      operation === 'handle'
        ? 'messages could not be processed and will be redelivered'
        : 'the event log failed',
    );
    onError?.(error);
  };
}
