import { checkRequest, discardBody, endRequestSpan, startRequestSpan } from '@heliograph/edge';
import { activeTracing, ServiceError, toServiceError } from '@heliograph/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayContext } from '../context';
import { applyLimits, inSlot } from './limit';
import { authenticate } from './authenticate';
import { Exchange } from './exchange';
import type { Operation } from './operation';
import { sendProblem } from './problem';

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

/**
 * Answers one request by an operation. The order is the same for all: request id, credential, limits of the minute, a slot
 * of the account, method, scope, then what the operation itself does. Never rejects.
 */
export async function serve(
  context: GatewayContext,
  { operation, route }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exchange = new Exchange(request, response, operation.takesBody);
  const tracing = activeTracing();
  const span = tracing && startRequestSpan(tracing, exchange, route);
  context.metrics.arrived();
  try {
    checkRequest(request, {
      maximumUrlLength: MAXIMUM_URL_LENGTH,
      hosts: operation.takesAnyHost ? undefined : context.hosts,
    });
    if (operation.of) {
      const credential = await authenticate(context, operation.of, exchange);
      exchange.credential = credential;
      await applyLimits(context, exchange, credential.accountId, operation.isSearch === true);
      await inSlot(context, exchange, credential.accountId, () => carryOut(context, operation, exchange));
    } else {
      await carryOut(context, operation, exchange);
    }
  } catch (error) {
    answerError(context, operation, exchange, error);
  }
  // What an operation that reads its body left of it, because the request failed before.
  if (operation.takesBody && !request.readableEnded) discardBody(request);
  if (span) endRequestSpan(span, exchange);
  const seconds = (performance.now() - exchange.startedAt) / 1000;
  context.metrics.answered(
    operation.of?.name ?? 'none',
    operation.name,
    response.statusCode,
    exchange.code,
    seconds,
  );
  if (context.logger.isLevelEnabled('debug')) {
    context.logger.debug(
      {
        requestId: exchange.requestId,
        operation: operation.name,
        status: response.statusCode,
        code: exchange.code,
        milliseconds: Math.round(seconds * 1e6) / 1e3,
        accountId: exchange.credential?.accountId,
        credentialId: exchange.credential?.credentialId,
      },
      'answered',
    );
  }
}

/** What the operation itself does, if the method is one of its own and the credential's scope is enough. */
async function carryOut(context: GatewayContext, operation: Operation, exchange: Exchange): Promise<void> {
  checkMethod(operation, exchange);
  checkScope(operation, exchange);
  await operation.handle(context, exchange);
}

function checkMethod(operation: Operation, { request }: Exchange): void {
  if (operation.methods.includes(request.method ?? '')) return;
  throw new ServiceError('method_not_allowed', `Only ${operation.methods.join(' and ')} can be used here.`);
}

function checkScope({ scope, of }: Operation, exchange: Exchange): void {
  if (scope === undefined || exchange.credential?.scopes.includes(scope)) return;
  exchange.addHeader(
    'WWW-Authenticate',
    `Bearer realm="heliograph", error="insufficient_scope", scope="${scope}"`,
  );
  throw new ServiceError(
    'insufficient_scope',
    `The ${of?.credentialNoun ?? 'credential'} lacks the scope ${scope}.`,
  );
}

function answerError(
  context: GatewayContext,
  operation: Operation,
  exchange: Exchange,
  thrown: unknown,
): void {
  const error = toServiceError(thrown);
  noteRefusal(context, operation, exchange, error);
  if (exchange.isAbandoned) {
    exchange.code = 'abandoned';
    exchange.response.statusCode = CLIENT_CLOSED_REQUEST;
    return;
  }
  const { requestId } = exchange;
  if (error.code === 'internal') {
    context.failures.error(
      { err: error.cause ?? error, requestId, operation: operation.name },
      'request failed',
    );
  } else if (error.code === 'unavailable') {
    context.logger.debug({ err: error.cause ?? error, requestId, operation: operation.name }, 'unavailable');
  }
  if (exchange.response.headersSent) {
    // Part of an answer is out and cannot be taken back: breaking off is the only honest end.
    exchange.code = error.code;
    exchange.response.destroy();
    return;
  }
  if (error.code === 'method_not_allowed') exchange.addHeader('Allow', operation.methods.join(', '));
  if (operation.sendError) operation.sendError(exchange, error);
  else sendProblem(exchange, error);
}

/** Whatever is refused for being too much is counted by the limit that it met; what no limit here refused, a service behind it did. */
function noteRefusal(
  { metrics, failures }: GatewayContext,
  { name: operation }: Operation,
  { metLimit, credential, requestId }: Exchange,
  { code }: ServiceError,
): void {
  const limit = metLimit ?? (code === 'rate_limited' ? 'service' : undefined);
  if (limit === undefined) return;
  metrics.rateLimited(operation, limit);
  if (limit !== 'in_flight' && limit !== 'service') return;
  // Metrics name no account, and whoever looks for the one that takes too much has to find it.
  const accountId = credential?.accountId;
  failures.warn({ operation, limit, accountId, requestId }, 'requests of an account are refused');
}
