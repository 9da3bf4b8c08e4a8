import { PublicServer } from '@heliograph/edge';
import { toServiceError, type Metrics } from '@heliograph/runtime';
import type { Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayContext } from '../context';
import { Exchange } from './exchange';
import { sendProblem } from './problem';
import { unknownPath } from './operations/unknown-path';
import { createRouter } from './router';
import { MAXIMUM_URL_LENGTH, serve } from './serve';

/** The HTTP server of the gateway, not yet listening. */
export function createHttpServer(context: GatewayContext, metrics: Metrics): PublicServer {
  const router = createRouter(context);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // The last route takes every path, so only a target that has no path at all comes out of the router.
    router(request as Request, response as Response, (error?: unknown) => {
      if (error === undefined) void serve(context, { operation: unknownPath }, request, response);
      else if (!response.headersSent) sendProblem(new Exchange(request, response), toServiceError(error));
    });
  };
  const limits = context.config.connections;
  return new PublicServer(listener, { maximumUrlLength: MAXIMUM_URL_LENGTH, limits, metrics });
}
