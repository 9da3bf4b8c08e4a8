import { REQUEST_LIMITS } from '@heliograph/contract';
import {
  activeTracing,
  type ServiceError,
  toServiceError,
  type FailureLog,
  type Logger,
} from '@heliograph/runtime';
import type { AllowedHosts } from '../http/allowed-hosts';
import { checkRequest } from '../http/request-rules';
import { endRequestSpan, startRequestSpan } from '../http/request-span';
import type { EdgeMetrics } from '../service/metrics';
import { targetOf, type Exchange } from './exchange';
import { sendProblem } from './problem';

/** For metrics and logs only: the client disconnected. */
const CLIENT_CLOSED_REQUEST = 499;

/** What serving a request needs from its service. */
export interface ServingContext {
  logger: Logger;
  /** Logs failures that any request may cause. */
  failures: FailureLog;
  metrics: EdgeMetrics;
  /** The names the service answers to. */
  hosts: AllowedHosts;
  /** The URL of the page that says what currently works; absent if there is none. */
  statusPage?: string;
}

/** How to serve a request. */
interface Serving<OwnExchange extends Exchange> {
  /** The route's path with parameter names; undefined if any path is accepted. */
  route: string | undefined;
  /** Whether to skip checking the Host header. */
  takesAnyHost: boolean | undefined;
  /** How to send errors, if not as problem documents. */
  sendError?: ((exchange: OwnExchange, error: ServiceError) => void) | undefined;
}

/**
 * Serves one request: checks the general rules, then runs the operation; sends, counts, logs, and traces errors. Never
 * rejects.
 *
 * @param handle the service's own checks, in order, and the operation itself. Sends a response, or throws ServiceError.
 */
export async function serveExchange<OwnExchange extends Exchange>(
  context: ServingContext,
  exchange: OwnExchange,
  { route, takesAnyHost, sendError = sendProblem }: Serving<OwnExchange>,
  handle: () => void | Promise<void>,
): Promise<void> {
  const { request, response } = exchange;
  const tracing = activeTracing();
  const span = tracing && startRequestSpan(tracing, exchange, route);
  context.metrics.arrived();
  try {
    const hosts = takesAnyHost ? undefined : context.hosts;
    checkRequest(request, { maximumUrlLength: REQUEST_LIMITS.urlLength, hosts }, targetOf(request));
    await handle();
  } catch (error) {
    answerError(context, exchange, sendError, error);
  }
  if (span) endRequestSpan(span, exchange);
  const seconds = (performance.now() - exchange.startedAt) / 1000;
  context.metrics.answered(exchange, response.statusCode, seconds);
  if (context.logger.isLevelEnabled('debug')) {
    context.logger.debug(
      {
        requestId: exchange.requestId,
        operation: exchange.operation,
        status: response.statusCode,
        code: exchange.code,
        milliseconds: Math.round(seconds * 1e6) / 1e3,
        accountId: exchange.accountId,
        credentialId: exchange.credentialId,
      },
      'answered',
    );
  }
}

function answerError<OwnExchange extends Exchange>(
  context: ServingContext,
  exchange: OwnExchange,
  sendError: (exchange: OwnExchange, error: ServiceError) => void,
  thrown: unknown,
): void {
  const error = toServiceError(thrown);
  countRefusal(context, exchange, error);
  if (exchange.isAbandoned) {
    exchange.code = 'abandoned';
    exchange.response.statusCode = CLIENT_CLOSED_REQUEST;
    return;
  }
  logFailure(context, exchange, error);
  if (exchange.response.headersSent) {
    // Part of the response has been sent and cannot be taken back: aborting is the only honest way to end it.
    exchange.code = error.code;
    exchange.response.destroy();
    return;
  }
  linkStatusPage(context, exchange, error);
  sendError(exchange, error);
}

/** Links to the page that shows whether others are affected (RFC 8631). */
export function linkStatusPage(
  { statusPage }: Pick<ServingContext, 'statusPage'>,
  exchange: Exchange,
  { status }: ServiceError,
): void {
  if (status === 503 && statusPage !== undefined) exchange.setHeader('Link', `<${statusPage}>; rel="status"`);
}

/** Logs errors that are not the client's fault, and counts refusals by limits. */
export function noteFailure(context: ServingContext, exchange: Exchange, error: ServiceError): void {
  countRefusal(context, exchange, error);
  logFailure(context, exchange, error);
}

function logFailure(
  { failures, logger }: ServingContext,
  { requestId, operation }: Exchange,
  error: ServiceError,
): void {
  const fields = { err: error.cause ?? error, requestId, operation };
  if (error.code === 'internal') failures.error(fields, 'request failed');
  else if (error.code === 'unavailable') logger.debug(fields, 'unavailable');
}

/** Counts a refusal under the limit that caused it; if no limit here did, a backend refused it. */
function countRefusal(
  { metrics, failures }: ServingContext,
  { operation, exceededLimit, accountId, requestId }: Exchange,
  { code }: ServiceError,
): void {
  const limit = exceededLimit ?? (code === 'rate_limited' ? 'service' : undefined);
  if (limit === undefined) return;
  metrics.rateLimited(operation, limit);
  if (limit !== 'in_flight' && limit !== 'service') return;
  // Metrics name no account, so the log has to name the one asking too much.
  failures.warn({ operation, limit, accountId, requestId }, 'requests of an account are being refused');
}
