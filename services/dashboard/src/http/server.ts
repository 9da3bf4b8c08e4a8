import { PublicServer } from '@heliograph/edge';
import { type Metrics } from '@heliograph/runtime';
import type { Request, Response, Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DashboardContext } from '../context';
import { unknownPath } from './unknown-path';
import { MAXIMUM_URL_LENGTH, serve } from './serve';

export interface DashboardServer {
  /** Not yet listening. */
  server: PublicServer;
  /** What requests are served by; those that come before wait for it. */
  serveBy(router: Router): void;
}

/** The HTTP server of the dashboard. */
export function createHttpServer(context: DashboardContext, metrics: Metrics): DashboardServer {
  let serveBy: DashboardServer['serveBy'] = () => undefined;
  const routed = new Promise<Router>((resolve) => (serveBy = resolve));
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const router = await routed;
    // The last route takes every path: what comes out of the router has no path at all, or one that cannot be decoded.
    router(request as Request, response as Response, () => {
      void serve(context, { operation: unknownPath }, request, response);
    });
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void listener(request, response);
  const limits = context.config.connections;
  const server = new PublicServer(onRequest, { maximumUrlLength: MAXIMUM_URL_LENGTH, limits, metrics });
  return { server, serveBy };
}
