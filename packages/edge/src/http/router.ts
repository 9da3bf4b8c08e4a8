import { Router, type Request, type Response } from 'express';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * Express' router without its application: the application replaces the prototypes of every request and response, which
 * costs a search about a third of the gateway's time, and none of it is used here.
 */
export function createRouter(): Router {
  return Router({ strict: true, caseSensitive: true });
}

/**
 * Serves requests with a router whose last route matches every path.
 *
 * @param serveUnrouted handles requests the router passes on: targets without a path, and targets that cannot be
 * decoded.
 */
export function listenerOf(
  router: Router,
  serveUnrouted: (request: IncomingMessage, response: ServerResponse) => unknown,
): RequestListener {
  return (request, response) =>
    router(request as Request, response as Response, () => void serveUnrouted(request, response));
}
