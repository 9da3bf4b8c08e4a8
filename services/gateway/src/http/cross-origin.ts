import { BUDGET_HEADERS, TEST_OUTCOME_HEADER } from '@heliograph/contract';
import { isLoopback } from '@heliograph/runtime';
import type { GatewayContext } from '../context';
import type { Exchange } from './exchange';

/** Request headers that the API reads. */
const ALLOWED_HEADERS = [
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, Traceparent',
  BUDGET_HEADERS.maximum,
  BUDGET_HEADERS.id,
  BUDGET_HEADERS.records,
  TEST_OUTCOME_HEADER,
].join(', ');

/**
 * Lets pages of the dashboard's origin (the documentation and the playground) send requests to the API; other origins
 * stay locked out. Cookies do not count here, so such a request can do what its key allows and nothing else.
 *
 * @returns whether it was a preflight request, which is then answered.
 */
export function admitDocumentation({ config }: GatewayContext, exchange: Exchange): boolean {
  const { method, headers } = exchange.request;
  if (headers.origin === undefined || !isDashboard(headers.origin, config.dashboardUrl)) return false;
  exchange.setHeader('Access-Control-Allow-Origin', headers.origin);
  exchange.setHeader('Vary', 'Origin');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
    exchange.setHeader('Access-Control-Expose-Headers', '*');
    return false;
  }
  exchange.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
  exchange.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  exchange.sendEmpty(204);
  return true;
}

/** Loopback has several names, and only signing in leads a browser to the one in DASHBOARD_URL. */
function isDashboard(origin: string, dashboardUrl: string): boolean {
  const own = new URL(dashboardUrl);
  if (origin === own.origin) return true;
  if (!isLoopback(own.hostname) || !URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return protocol === own.protocol && port === own.port && isLoopback(hostname);
}
