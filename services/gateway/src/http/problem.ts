import { PROBLEM_CONTENT_TYPE, problemOf, type ServiceError } from '@heliograph/runtime';
import type { Exchange } from './exchange';

/** Seconds named in Retry-After when an unavailable service named none. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/** The one place where an error becomes an HTTP answer. */
export function sendProblem(exchange: Exchange, error: ServiceError): void {
  exchange.code = error.code;
  const retryAfter =
    error.retryAfterSeconds ?? (error.code === 'unavailable' ? DEFAULT_RETRY_AFTER_SECONDS : 0);
  if (retryAfter > 0) exchange.addHeader('Retry-After', String(Math.ceil(retryAfter)));
  exchange.addHeader('Cache-Control', 'no-store');
  const body = Buffer.from(JSON.stringify(problemOf(error, exchange.requestId)));
  exchange.send(error.status, PROBLEM_CONTENT_TYPE, body);
}
