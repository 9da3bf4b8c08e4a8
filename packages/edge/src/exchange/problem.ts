import { PROBLEM_CONTENT_TYPE, problemOf, type ServiceError } from '@heliograph/runtime';
import type { Exchange } from './exchange';

/** Seconds in Retry-After if an unavailable service named none. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** The one place where an error becomes an HTTP response, except OAuth errors, which have their own format. */
export function sendProblem(exchange: Exchange, error: ServiceError): void {
  exchange.code = error.code;
  setRetryAfter(exchange, error);
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(
    error.status,
    PROBLEM_CONTENT_TYPE,
    Buffer.from(JSON.stringify(problemOf(error, exchange.requestId))),
  );
}

/** Sets `Retry-After` if a retry makes sense. */
export function setRetryAfter(exchange: Exchange, error: ServiceError): void {
  const seconds = retryAfterOf(error);
  if (seconds > 0) exchange.setHeader('Retry-After', String(seconds));
}

/** Whole seconds after which a retry makes sense; 0 if it never does. */
export function retryAfterOf(error: ServiceError): number {
  return Math.ceil(
    error.retryAfterSeconds ?? (error.code === 'unavailable' ? DEFAULT_RETRY_AFTER_SECONDS : 0),
  );
}
