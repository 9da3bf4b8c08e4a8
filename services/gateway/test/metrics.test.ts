import { generateApiKey, createLogger } from '@heliograph/runtime';
import { startGateway, withKey, type TestGateway } from './support/gateway';

/** All requests fall into one minute. */
const NOW = Date.UTC(2026, 10, 20, 10, 23, 18);

let gateway: TestGateway;
const lines: string[] = [];
beforeAll(async () => {
  const logger = createLogger({ service: 'gateway', level: 'debug' }, { write: (line) => lines.push(line) });
  gateway = await startGateway({ limits: { requests: 100, searches: 3 } }, { logger, clock: () => NOW });
  await gateway.get('/signals?limit=2&q=secretquery');
  await gateway.get('/signals?limit=0&q=secretquery');
  await gateway.get('/signals?countOnly=true');
  await gateway.get('/signals');
  await gateway.get('/usage', withKey(generateApiKey().secret));
  gateway.backend.ledger.remaining = 0;
  await gateway.get('/companies/acme-robotics');
});
afterAll(() => gateway.stop());

it.each([
  [
    /gateway_requests_total\{operation="searchSignals",status="200",code="none",channel="api",service="gateway"\} 2/,
  ],
  [
    /gateway_requests_total\{operation="searchSignals",status="400",code="invalid_parameter",channel="api",service="gateway"\} 1/,
  ],
  [
    /gateway_requests_total\{operation="searchSignals",status="429",code="rate_limited",channel="api",service="gateway"\} 1/,
  ],
  [
    /gateway_requests_total\{operation="getUsage",status="401",code="invalid_credentials",channel="api",service="gateway"\} 1/,
  ],
  [/gateway_request_seconds_count\{[^}]*operation="searchSignals",channel="api"[^}]*\} 4/],
  [/gateway_records_charged_total\{operation="searchSignals",channel="api",service="gateway"\} 2/],
  [/gateway_charges_total\{outcome="charged",service="gateway"\} 2/],
  [/gateway_charges_total\{outcome="refused",service="gateway"\} 1/],
  [/gateway_rate_limited_total\{operation="searchSignals",limit="searches",service="gateway"\} 1/],
  [/gateway_credentials_total\{verdict="valid",service="gateway"\} 5/],
  [/gateway_credentials_total\{verdict="invalid_credentials",service="gateway"\} 1/],
  [/gateway_cache_total\{cache="credentials",outcome="hit",service="gateway"\} 4/],
])('%s', async (pattern) => expect(await gateway.metrics()).toMatch(pattern));

it('logs neither keys nor what was searched for', () => {
  const text = lines.join('');
  expect(text).toContain('searchSignals');
  expect(text).not.toContain('secretquery');
  expect(text).not.toContain('hg_live_');
});
