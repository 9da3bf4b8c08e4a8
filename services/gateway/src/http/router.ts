import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { GatewayContext } from '../context';
import type { Operation } from './operation';
import { COMPANIES_PATH, getCompany } from './operations/get-company';
import { getFilterOptions } from './operations/get-filter-options';
import { getUsage } from './operations/get-usage';
import { getHealth, getReadiness } from './operations/health';
import { searchSignals } from './operations/search-signals';
import {
  getErrorReference,
  getOpenApiDocument,
  getReference,
  getScript,
  getStyleSheet,
  redirectToReference,
} from './operations/static-pages';
import { unknownApiPath, unknownPath } from './operations/unknown-path';
import { serve } from './serve';

/** Exact paths; the busiest first, since they are tried in order. */
const ROUTES: readonly (readonly [string, Operation])[] = [
  ['/api/v1/signals', searchSignals],
  ['/api/v1/filter-options', getFilterOptions],
  ['/api/v1/usage', getUsage],
  ['/api/v1/openapi.json', getOpenApiDocument],
  ['/healthz', getHealth],
  ['/readyz', getReadiness],
  ['/docs', getReference],
  ['/docs/errors', getErrorReference],
  ['/docs/reference.css', getStyleSheet],
  ['/docs/reference.js', getScript],
  ['/', redirectToReference],
];

/** How the route is named in traces, as the OpenAPI document has it. */
const COMPANY_ROUTE = `${COMPANIES_PATH}/{slug}`;
/** One slug after the slash, still encoded. Express would decode it, and fail, before the key is looked at. */
const COMPANY_PATH = new RegExp(`^${COMPANIES_PATH}/[^/]+$`);
const API_PATH = /^\/api\/v1(?:\/|$)/;
const ANY_PATH = /^/;

/**
 * Express' router without its application: the application replaces the prototypes of each request and answer, which
 * costs a search about a third of the gateway's time, and nothing of it is used here.
 */
export function createRouter(context: GatewayContext): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const handler = (operation: Operation, route?: string): RequestHandler => {
    const served = { operation, route };
    return function handle(request: Request, response: Response) {
      return serve(context, served, request, response);
    };
  };
  for (const [path, operation] of ROUTES) router.all(path, handler(operation, path));
  router.all(COMPANY_PATH, handler(getCompany, COMPANY_ROUTE));
  router.all(API_PATH, handler(unknownApiPath));
  router.all(ANY_PATH, handler(unknownPath));
  return router;
}
