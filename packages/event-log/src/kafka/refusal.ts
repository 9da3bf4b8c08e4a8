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

/** The client's own text says only that topics could not be created. */
export function withReasons(error: unknown): unknown {
  if (!(error instanceof KafkaJSAggregateError)) return error;
  const errors = error.errors as (Error & { topic?: string })[];
  const reasons = errors.map(({ topic, message }) => `${topic}: ${message}`);
  return new KafkaJSAggregateError(`${error.message}: ${reasons.join(', ')}`, error.errors);
}
