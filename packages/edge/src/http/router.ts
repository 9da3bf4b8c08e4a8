import { Router, type Request, type Response } from 'express';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * Express' router without its application: the application replaces the prototypes of each request and response, which
 * costs a search about a third of the gateway's time, and nothing of it is used here.
 */
export function createRouter(): Router {
  return Router({ strict: true, caseSensitive: true });
}

/**
 * Serves requests with a router whose last route matches every path.
 *
 * @param serveUnrouted handles what the router passes on: a target without a path, or one that cannot be decoded.
 */
export function listenerOf(
  router: Router,
  serveUnrouted: (request: IncomingMessage, response: ServerResponse) => unknown,
): RequestListener {
  return (request, response) =>
    router(request as Request, response as Response, () => void serveUnrouted(request, response));
}
