import { ServiceError } from '@heliograph/runtime';
import { KafkaJSAggregateError, KafkaJSError, KafkaJSNumberOfRetriesExceeded, KafkaJSTimeout } from 'kafkajs';

/**
 * What to throw for a failed request: the error itself if Kafka refused it, like a wrong password or a missing
 * permission, which waiting does not help; `unavailable` if it did not answer, or only that it cannot yet.
 */
export function unlessRefused(error: unknown): unknown {
  const isGivenUp = error instanceof KafkaJSNumberOfRetriesExceeded || error instanceof KafkaJSTimeout;
  const isRefused =
    error instanceof KafkaJSAggregateError ||
    (error instanceof KafkaJSError && !error.retriable && !isGivenUp);
  return isRefused
    ? error
    : new ServiceError('unavailable', 'The event log is unavailable.', { cause: error });
}
