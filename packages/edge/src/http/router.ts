import { Router, type Request, type Response } from 'express';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * Express' router without its application: the application replaces the prototypes of each request and answer, which
 * costs a search about a third of the gateway's time, and nothing of it is used here.
 */
export function createRouter(): Router {
  return Router({ strict: true, caseSensitive: true });
}

/**
 * Has requests served by a router whose last route takes every path.
 *
 * @param serveUnrouted what comes out of it: a target that has no path at all, or one that cannot be decoded.
 */
export function listenerOf(
  router: Router,
  serveUnrouted: (request: IncomingMessage, response: ServerResponse) => unknown,
): RequestListener {
  return (request, response) =>
    router(request as Request, response as Response, () => void serveUnrouted(request, response));
}
