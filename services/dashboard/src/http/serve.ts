import { checkRequest, endRequestSpan, startRequestSpan } from '@heliograph/edge';
import { activeTracing, ServiceError, toServiceError } from '@heliograph/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DashboardContext } from '../context';
import { Exchange, targetOf } from './exchange';
import type { Operation } from './operation';
import { sendProblem } from './problem';
import { setSecurityHeaders } from './security-headers';

/** Longer request targets are answered with 414. */
export const MAXIMUM_URL_LENGTH = 131_072;

/** In metrics and logs only: nobody is there to read an answer. */
const CLIENT_CLOSED_REQUEST = 499;

/** Where a request arrived. */
export interface Served {
  operation: Operation;
  /** The route's path with its parameters' names; absent where any path is taken. */
  route?: string;
}

/** Answers one request by an operation. Never rejects. */
export async function serve(
  context: DashboardContext,
  { operation, route }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  setSecurityHeaders(response, context.site.origin);
  const exchange = new Exchange(request, response, operation.name);
  const tracing = activeTracing();
  const span = tracing && startRequestSpan(tracing, exchange, route);
  context.metrics.arrived();
  try {
    checkRequest(
      request,
      {
        maximumUrlLength: MAXIMUM_URL_LENGTH,
        hosts: operation.takesAnyHost ? undefined : context.hosts,
      },
      targetOf(request),
    );
    checkMethod(operation, exchange);
    await operation.handle(context, exchange);
  } catch (error) {
    answerError(context, exchange, error);
  }
  if (span) endRequestSpan(span, exchange);
  const seconds = (performance.now() - exchange.startedAt) / 1000;
  context.metrics.answered(exchange.operation, response.statusCode, exchange.code, seconds);
  if (context.logger.isLevelEnabled('debug')) {
    context.logger.debug(
      {
        requestId: exchange.requestId,
        operation: exchange.operation,
        status: response.statusCode,
        code: exchange.code,
        milliseconds: Math.round(seconds * 1e6) / 1e3,
        accountId: exchange.accountId,
      },
      'answered',
    );
  }
}

/** @throws ServiceError `method_not_allowed`. */
export function checkMethod(operation: Pick<Operation, 'methods'>, exchange: Exchange): void {
  const { methods } = operation;
  if (!methods || methods.includes(exchange.method)) return;
  exchange.setHeader('Allow', methods.join(', '));
  throw new ServiceError('method_not_allowed', `Only ${methods.join(' and ')} can be used here.`);
}

function answerError(context: DashboardContext, exchange: Exchange, thrown: unknown): void {
  if (exchange.isAbandoned) {
    exchange.code = 'abandoned';
    exchange.response.statusCode = CLIENT_CLOSED_REQUEST;
    return;
  }
  const error = toServiceError(thrown);
  noteFailure(context, exchange, error);
  if (exchange.response.headersSent) {
    // Part of an answer is out and cannot be taken back: breaking off is the only honest end.
    exchange.code = error.code;
    exchange.response.destroy();
    return;
  }
  sendProblem(exchange, error);
}

/** Logs what is no fault of whoever asked, and counts what was refused for being too much. */
export function noteFailure(context: DashboardContext, exchange: Exchange, error: ServiceError): void {
  const { requestId, operation } = exchange;
  noteRefusal(context, exchange, error);
  if (error.code === 'internal') {
    context.failures.error({ err: error.cause ?? error, requestId, operation }, 'request failed');
  } else if (error.code === 'unavailable') {
    context.logger.debug({ err: error.cause ?? error, requestId, operation }, 'unavailable');
  }
}

/** Whatever is refused for being too much is counted by the limit that it met; what no limit here refused, a service behind it did. */
function noteRefusal(
  { metrics, failures }: DashboardContext,
  { operation, metLimit, accountId, requestId }: Exchange,
  { code }: ServiceError,
): void {
  const limit = metLimit ?? (code === 'rate_limited' ? 'service' : undefined);
  if (limit === undefined) return;
  metrics.rateLimited(operation, limit);
  if (limit !== 'in_flight' && limit !== 'service') return;
  // Metrics name no account, and whoever looks for the one that takes too much has to find it.
  failures.warn({ operation, limit, accountId, requestId }, 'requests of an account are refused');
}
