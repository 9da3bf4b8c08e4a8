import {
  activeTracing,
  createLogger,
  loadTelemetrySettings,
  setActiveTracing,
  startTracing,
} from '@heliograph/runtime';
import { TraceCollector } from '@heliograph/testing';
import { startGateway, withKey, type TestGateway } from './support/gateway';

const CLIENTS_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENTS_SPAN = '00f067aa0ba902b7';
const traced = { traceparent: `00-${CLIENTS_TRACE}-${CLIENTS_SPAN}-01` };

let gateway: TestGateway;
let collector: TraceCollector;

beforeEach(async () => {
  collector = await TraceCollector.start();
  const settings = loadTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  setActiveTracing(await startTracing(settings!, { service: 'gateway', logger }));
  gateway = await startGateway();
});

afterEach(async () => {
  await gateway.stop();
  await activeTracing()?.shutdown(0);
  setActiveTracing(undefined);
  await collector.stop();
});

/** The spans of requests to the gateway, after flushing all ended ones. */
async function requestSpans() {
  await gateway.stop();
  await activeTracing()?.shutdown(5_000);
  return collector.spans.filter(({ attributes }) => attributes['http.request.method'] !== undefined);
}

it('makes one trace of a search: the request, its calls, and the services that handled them', async () => {
  const response = await gateway.get('/signals?q=secretquery&limit=1', withKey(gateway.key, traced));
  expect(response.status).toBe(200);
  const [request] = await requestSpans();
  expect(request).toMatchObject({
    traceId: CLIENTS_TRACE,
    parentSpanId: CLIENTS_SPAN,
    name: 'GET /api/v1/signals',
    kind: 'server',
    failed: false,
  });
  expect(request?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/signals',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'heliograph.request_id': response.headers.get('x-request-id'),
  });
  const below = (parent: string, kind: string) =>
    collector.spans.filter((span) => span.parentSpanId === parent && span.kind === kind);
  const calls = below(request!.spanId, 'client');
  expect(calls.map(({ name }) => name).sort()).toEqual([
    'heliograph.identity.v1.IdentityService/Authenticate',
    'heliograph.ledger.v1.LedgerService/Charge',
    // Only for the first request; later ones learn what is left from the charge.
    'heliograph.ledger.v1.LedgerService/GetUsage',
    'heliograph.search.v1.SearchService/Search',
  ]);
  for (const call of calls) expect(below(call.spanId, 'server')).toMatchObject([{ name: call.name }]);
  // The log of requests is sent later, in its own trace.
  expect(collector.spans.filter(({ traceId }) => traceId === CLIENTS_TRACE)).toHaveLength(9);
});

it('reveals neither the query nor the caller', async () => {
  await gateway.get(
    '/signals?q=secretquery&country=secretcountry',
    withKey(gateway.key, { cookie: 'secretcookie' }),
  );
  await gateway.get('/companies/secretslug');
  await gateway.get('/secretpath');
  await gateway.get('/signals?q=secretquery&limit=0');
  await gateway.get('/signals?semantic=secretquery');
  expect(await requestSpans()).toHaveLength(5);
  const sent = collector.bodies.join('');
  expect(sent).toContain('/api/v1/companies/{slug}');
  expect(sent).not.toContain('secret');
  expect(sent).not.toContain('hg_live_');
  expect(sent).not.toContain(gateway.key.slice(8));
});

it("ends a failed request's span with its stable code", async () => {
  gateway.backend.search = () => Promise.reject(new Error('secret'));
  await gateway.get('/signals');
  await gateway.get('/signals?limit=0');
  await gateway.get('/nowhere');
  const spans = await requestSpans();
  expect(
    spans.map(({ name, failed, attributes }) => [
      name,
      failed,
      attributes['http.response.status_code'],
      attributes['error.type'],
    ]),
  ).toEqual([
    ['GET /api/v1/signals', true, 500, 'internal'],
    ['GET /api/v1/signals', false, 400, 'invalid_parameter'],
    ['GET', false, 404, 'not_found'],
  ]);
});
