import { checkMethod, serveExchange } from '@heliograph/edge';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DashboardContext } from '../context';
import { Exchange } from './exchange';
import type { Operation } from './operation';
import { setSecurityHeaders } from './security-headers';

/** Where a request was routed. */
interface Served {
  operation: Operation;
  /** The route's path with parameter names; absent for a catch-all. */
  route?: string;
}

/** Handles one request with an operation. Never rejects. */
export async function serve(
  context: DashboardContext,
  { operation, route }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  setSecurityHeaders(response, context.site.origin);
  const exchange = new Exchange(request, response, operation.name);
  await serveExchange(context, exchange, { route, takesAnyHost: operation.takesAnyHost }, () => {
    checkMethod(operation, exchange);
    return operation.handle(context, exchange);
  });
}
