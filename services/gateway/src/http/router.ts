import { createRouter, getHealth, getReadiness } from '@heliograph/edge';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { GatewayContext } from '../context';
import { publicApi, clientApi, type DataApi } from './data-api';
import { beginDeviceLogin } from './oauth/begin-device-login';
import { exchangeToken } from './oauth/exchange-token';
import { getMetadata } from './oauth/get-metadata';
import { revokeToken } from './oauth/revoke-token';
import type { Operation } from './operation';
import { answerAgents } from './operations/answer-agents';
import { getChanges } from './operations/get-changes';
import { getCompany } from './operations/get-company';
import { getFilterOptions } from './operations/get-filter-options';
import { getSession } from './operations/get-session';
import { getStatement } from './operations/get-statement';
import { getStatementKeys } from './operations/get-statement-keys';
import { getUsage } from './operations/get-usage';
import { identifyCompany } from './operations/identify-company';
import { listLogs } from './operations/list-logs';
import { listReceipts } from './operations/list-receipts';
import { searchSignals } from './operations/search-signals';
import { getCliOpenApiDocument, getOpenApiDocument } from './operations/openapi-documents';
import { redirectToDocumentation } from './operations/redirect-to-documentation';
import { savedSearchRoutes } from './operations/saved-searches/routes';
import { suggest } from './operations/suggest';
import { unknownPath, unknownPathOf } from './operations/unknown-path';
import { serve } from './serve';

/** Operations on the same path differ by method. */
type Route = readonly [path: string | RegExp, operation: Operation | readonly Operation[], name?: string];

/** The route for agents to an interface's data operations. */
function agentRoute(path: string, of: DataApi, routes: readonly Route[]): Route {
  return [
    path,
    answerAgents(of, new Map(operationsOf(routes).map((operation) => [operation.name, operation]))),
  ];
}

function operationsOf(routes: readonly Route[]): Operation[] {
  return routes.flatMap(([, operation]) => operation);
}

/** The paths of an interface's data, busiest first. */
function dataRoutes(of: DataApi): readonly Route[] {
  const companies = `${of.root}/companies`;
  return [
    [`${of.root}/signals`, searchSignals(of)],
    [`${of.root}/changes`, getChanges(of)],
    [`${of.root}/suggest`, suggest(of)],
    // Before the slugs: a company with the slug `identify` cannot be looked up by it.
    [`${companies}/identify`, identifyCompany(of)],
    // One slug after the slash, still encoded. Express would decode it, and could fail, before the credential is
    // checked.
    [new RegExp(`^${companies}/[^/]+$`), getCompany(of), `${companies}/{slug}`],
    [`${of.root}/filter-options`, getFilterOptions(of)],
    [`${of.root}/usage`, getUsage(of)],
    ...savedSearchRoutes(of),
    [`${of.root}/usage/receipts`, listReceipts(of)],
    [`${of.root}/usage/statement`, getStatement(of)],
  ];
}

/** Any other path of an interface. */
function otherRoute(of: DataApi): Route {
  return [new RegExp(`^${of.root}(?:/|$)`), unknownPathOf(of)];
}

const API_ROUTES = dataRoutes(publicApi);
const CLI_ROUTES = dataRoutes(clientApi);

/** Matched in order. */
const ROUTES: readonly Route[] = [
  ...API_ROUTES,
  ...CLI_ROUTES,
  agentRoute('/mcp', publicApi, API_ROUTES),
  agentRoute(`${clientApi.root}/mcp`, clientApi, CLI_ROUTES),
  ['/api/cli/v1/token', exchangeToken],
  ['/api/cli/v1/device', beginDeviceLogin],
  ['/api/cli/v1/revoke', revokeToken],
  ['/api/cli/v1/session', getSession],
  ['/api/cli/v1/logs', listLogs],
  ['/api/cli/v1/metadata', getMetadata],
  ['/api/cli/v1/openapi.json', getCliOpenApiDocument],
  ['/api/v1/openapi.json', getOpenApiDocument],
  ['/.well-known/jwks.json', getStatementKeys],
  ['/.well-known/oauth-authorization-server', getMetadata],
  ['/healthz', getHealth],
  ['/readyz', getReadiness],
  [/^\/(?:docs(?:\/|$)|$)/, redirectToDocumentation],
  otherRoute(publicApi),
  otherRoute(clientApi),
  [/^/, unknownPath],
];

/** The operation for each method. An unknown method goes to the first one, which refuses it and lists all methods. */
function chosenByMethod(operations: readonly Operation[]): (method: string) => Operation {
  const first = operations[0]!;
  if (operations.length === 1) return () => first;
  const refusing = { ...first, methods: operations.flatMap(({ methods = [] }) => methods) };
  const byMethod = new Map(
    operations.flatMap((operation) => (operation.methods ?? []).map((method) => [method, operation])),
  );
  return (method) => byMethod.get(method) ?? refusing;
}

/** The router for all paths of the gateway. */
export function createGatewayRouter(context: GatewayContext): Router {
  const router = createRouter();
  const handler = (operation: Route[1], route: string | undefined): RequestHandler => {
    const choose = chosenByMethod('handle' in operation ? [operation] : operation);
    const named = route !== undefined && { route };
    return function handle(request: Request, response: Response) {
      return serve(context, { operation: choose(request.method), ...named }, request, response);
    };
  };
  for (const [path, operation, name] of ROUTES) {
    router.all(path, handler(operation, name ?? (typeof path === 'string' ? path : undefined)));
  }
  return router;
}
