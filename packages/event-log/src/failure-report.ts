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

/** Reports messages of a partition that retention deleted before the group processed them; `next` is the first kept. */
export type MissedReport = (partition: number, missed: bigint, next: bigint) => void;

export function missedReport(
  { topic, group }: SubscribeOptions,
  parts: { logger: Logger; metrics: EventLogMetrics },
): MissedReport {
  // An increase is visible only in a series that already exists.
  parts.metrics.missed(topic, group, 0);
  return (partition, missed, next) => {
    const messages = Number(missed);
    parts.metrics.missed(topic, group, messages);
    parts.logger.error(
      { topic, group, partition, messages, next: next.toString() },
      'messages were deleted before they were processed',
    );
  };
}
