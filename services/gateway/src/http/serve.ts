import { checkMethod, discardBody, inSlot, readBody, serveExchange } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayContext } from '../context';
import { authenticate } from './authenticate';
import { admitDocumentation } from './cross-origin';
import { Exchange } from './exchange';
import { applyLimits, trafficOf } from './limit';
import type { Operation } from './operation';
import { answerTestOutcome, slowDown } from './test-outcome';

/** What serves a request. */
interface Served {
  operation: Operation;
  /** The route's path with parameter names; absent where any path is accepted. */
  route?: string;
}

/** Handles one request with an operation. Never rejects. */
export async function serve(
  context: GatewayContext,
  { operation, route }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exchange = new Exchange(request, response, operation);
  if (route !== undefined) exchange.route = route;
  const { takesAnyHost, sendError } = operation;
  await serveExchange(context, exchange, { route, takesAnyHost, sendError }, () =>
    answer(context, operation, exchange),
  );
  if (!exchange.isLogged && !operation.isUnlogged) {
    context.requestLog.add(exchange, { status: response.statusCode, code: exchange.code });
  }
  // Discards unread parts of the body, left if the request failed early.
  if (operation.takesBody && !request.readableEnded) discardBody(request);
}

/**
 * The order is always the same: credential, limits of the minute, a slot of the account, method, scope, then the
 * operation itself. Request id and general rules come before.
 */
async function answer(context: GatewayContext, operation: Operation, exchange: Exchange): Promise<void> {
  if (!operation.of) return execute(context, operation, exchange);
  if (operation.of.name === 'api' && !operation.countsItself && admitDocumentation(context, exchange)) return;
  const credential = await authenticate(context, operation.of, exchange);
  exchange.credential = credential;
  if (operation.countsItself && operation.methods?.includes(exchange.method)) {
    return operation.handle(context, exchange);
  }
  const traffic = trafficOf(credential);
  await applyLimits(context, exchange, traffic, operation.isSearch === true);
  if (operation.bodyBytes !== undefined) await readAhead(context, operation, exchange, traffic);
  const slots = operation.isHeld?.(exchange) ? context.heldSlots : context.slots;
  await inSlot({ slots }, exchange, traffic, () => execute(context, operation, exchange));
}

/** Reads the body of a request that has the method and the scope. */
async function readAhead(
  { bodySlots }: GatewayContext,
  operation: Operation,
  exchange: Exchange,
  traffic: string,
): Promise<void> {
  checkMethod(operation, exchange);
  checkScope(operation, exchange);
  await inSlot({ slots: bodySlots }, exchange, traffic, async () => {
    exchange.requestBody = await readBody(exchange.request, operation.bodyBytes!);
  });
}

/** Runs the operation if the method is allowed and the credential's scope suffices. */
export async function execute(
  context: GatewayContext,
  operation: Operation,
  exchange: Exchange,
): Promise<void> {
  checkMethod(operation, exchange);
  checkScope(operation, exchange);
  if (answerTestOutcome(context, operation, exchange)) return;
  if (!operation.isMetered) await slowDown(context, exchange);
  await operation.handle(context, exchange);
}

function checkScope({ scope, of }: Operation, exchange: Exchange): void {
  if (scope === undefined || exchange.credential?.scopes.includes(scope)) return;
  exchange.setHeader(
    'WWW-Authenticate',
    `Bearer realm="heliograph", error="insufficient_scope", scope="${scope}"`,
  );
  throw new ServiceError(
    'insufficient_scope',
    `The ${of?.credentialNoun ?? 'credential'} lacks the scope ${scope}. Use one that has it.`,
  );
}
