import { createRouter, getHealth, getReadiness } from '@heliograph/edge';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerApi, type Resource } from '../api/answer';
import { API_ROOT, RESOURCES } from '../api/resources';
import { completeSignIn } from '../auth/callback';
import { beginSignIn } from '../auth/sign-in';
import { postSignOut } from '../auth/sign-out';
import type { DashboardContext } from '../context';
import { WEBHOOK_PATH } from '../payments/deliver-message';
import { DEVELOPMENT_CHECKOUT_PATH } from '../payments/development-checkout';
import { DEVELOPMENT_PORTAL_PATH } from '../payments/development-plans';
import {
  changeDevelopmentPlan,
  payDevelopmentCheckout,
  showDevelopmentCheckout,
  showDevelopmentPortal,
} from '../payments/http/development-checkout';
import { receiveWebhook } from '../payments/http/receive-webhook';
import { documentation } from '../static/documentation';
import { SAMPLE_SEARCH_PATH, searchSample } from '../sample/search-sample';
import { getStatus, getStatusPage, STATUS_PATH } from '../status/get-status';
import { StatusCheck } from '../status/status-check';
import { markedAsDevelopment } from '../static/development-mark';
import { DOWNLOADS_PATH, downloads } from '../static/downloads';
import { addressedTo } from '../static/own-addresses';
import { readStaticFiles } from '../static/static-files';
import { webApp } from '../static/web-app';
import { UNSUBSCRIBE_PATH, unsubscribe } from '../unsubscribe/unsubscribe';
import { DATA_API_PATH, misdirected } from './misdirected';
import type { Operation } from './operation';
import { serve } from './serve';
import { unknownPath } from './unknown-path';

/** A request listener mounted at a path. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export const DEVELOPMENT_ISSUER_PATH = '/development-issuer';

const ROUTES: readonly (readonly [string, Operation])[] = [
  ['/healthz', getHealth],
  ['/readyz', getReadiness],
  ['/auth/sign-in', beginSignIn],
  ['/auth/callback', completeSignIn],
  ['/auth/sign-out', postSignOut],
  [WEBHOOK_PATH, receiveWebhook()],
  [SAMPLE_SEARCH_PATH, searchSample()],
  [`${UNSUBSCRIBE_PATH}/:token`, unsubscribe],
];

const API_PATH = /^\/api(?:\/|$)/;
/** Paths under these prefixes belong only to the routes above. */
const OWN_PATH =
  /^\/(?:auth|webhooks|sample|unsubscribe|development-issuer|development-checkout|development-portal)(?:\/|$)/;
const DOCUMENTATION_PATH = /^\/(?:docs(?:\/|$)|llms\.txt$)/;
const ANY_PATH = /^/;

/** The router for all of the dashboard's paths. */
export function createDashboardRouter(
  context: DashboardContext,
  developmentIssuer: Listener | undefined,
): Router {
  const router = createRouter();
  const handler = (operation: Operation, route?: string): RequestHandler => {
    const served = { operation, ...(route !== undefined && { route }) };
    return function handle(request: Request, response: Response) {
      return serve(context, served, request, response);
    };
  };
  const apiHandler = (resource: Resource | undefined, route?: string): RequestHandler =>
    function handle(request: Request, response: Response) {
      const parameters = request.params as Record<string, string>;
      const operation: Operation = {
        name: 'unknownEndpoint',
        handle: (_context, exchange) => answerApi(context, exchange, resource, parameters),
      };
      return serve(context, { operation, ...(route !== undefined && { route }) }, request, response);
    };
  for (const [path, operation] of ROUTES) router.all(path, handler(operation, path));
  const status = new StatusCheck(context);
  router.all(STATUS_PATH, handler(getStatusPage(status), STATUS_PATH));
  router.all(`${STATUS_PATH}.json`, handler(getStatus(status), `${STATUS_PATH}.json`));
  for (const [path, resource] of RESOURCES) {
    router.all(API_ROOT + path, apiHandler(resource, API_ROOT + path));
  }
  router.all(DATA_API_PATH, handler(misdirected));
  router.all(API_PATH, apiHandler(undefined));
  if (context.payments.kind === 'development') {
    const path = `${DEVELOPMENT_CHECKOUT_PATH}/:checkout`;
    router.all(path, handler(showDevelopmentCheckout, path));
    router.all(`${path}/pay`, handler(payDevelopmentCheckout, `${path}/pay`));
    const portal = `${DEVELOPMENT_PORTAL_PATH}/:portal`;
    router.all(portal, handler(showDevelopmentPortal, portal));
    router.all(`${portal}/:change`, handler(changeDevelopmentPlan, `${portal}/:change`));
  }
  if (developmentIssuer) {
    const issuing: Operation = {
      name: 'developmentIssuer',
      handle: (_context, exchange) =>
        new Promise((resolve) => {
          exchange.response.once('close', resolve);
          developmentIssuer(exchange.request, exchange.response);
        }),
    };
    router.use(DEVELOPMENT_ISSUER_PATH, handler(issuing, DEVELOPMENT_ISSUER_PATH));
  }
  router.all(OWN_PATH, handler(unknownPath));
  router.all(
    DOCUMENTATION_PATH,
    handler(documentation(readStaticFiles(context.config.docsDirectory, addressedTo(context)))),
  );
  router.all(DOWNLOADS_PATH, handler(downloads(readStaticFiles(context.config.downloadsDirectory))));
  router.all(
    ANY_PATH,
    handler(webApp(readStaticFiles(context.config.webDirectory, markedAsDevelopment(context)))),
  );
  return router;
}
