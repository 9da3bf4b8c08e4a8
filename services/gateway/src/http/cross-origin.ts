import { BUDGET_HEADERS, TEST_OUTCOME_HEADER } from '@heliograph/contract';
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
  if (headers.origin === undefined || headers.origin !== new URL(config.dashboardUrl).origin) return false;
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
