import { ledger } from '@heliograph/proto';
import { freeAddress, testCredentials, testTrust, TraceCollector, waitFor } from '@heliograph/testing';
import { ServiceError } from '../errors/service-error';
import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import type { CallContext } from '../rpc/call-context';
import type { Handlers } from '../rpc/definition';
import { createRpcClient } from '../rpc/rpc-client';
import { RpcServer } from '../rpc/rpc-server';
import { loadTelemetrySettings } from './settings';
import { startTracing } from './start-tracing';
import { activeTracing, setActiveTracing } from './tracing';

const { LedgerServiceService: definition } = ledger;
const METHOD = 'heliograph.ledger.v1.LedgerService/GetUsage';
const logger = createLogger({ service: 'test', level: 'silent' });
const CLIENTS_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENTS_SPAN = '00f067aa0ba902b7';
const call = { requestId: 'request-1', traceparent: `00-${CLIENTS_TRACE}-${CLIENTS_SPAN}-01` };
const request = { accountId: 'a-secret-account', month: '2026-11' };

type GetUsage = (request: ledger.GetUsageRequest, call: CallContext) => Promise<ledger.Usage>;

let collector: TraceCollector;
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  collector = await TraceCollector.start();
  const settings = loadTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  setActiveTracing(await startTracing(settings!, { service: 'test', logger }));
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await activeTracing()?.shutdown(0);
  setActiveTracing(undefined);
  await collector.stop();
});

async function serve(getUsage: GetUsage) {
  const address = freeAddress();
  const server = RpcServer.create({
    name: 'test',
    address,
    trust: testTrust,
    logger,
    metrics: createMetrics('test'),
  });
  const names = Object.keys(definition) as (keyof typeof definition)[];
  const refuse = () => Promise.reject(new Error('not part of this test'));
  server.serve(
    definition,
    Object.fromEntries(names.map((name) => [name, ['gateway']])) as Record<keyof typeof definition, string[]>,
    {
      ...(Object.fromEntries(names.map((name) => [name, refuse])) as unknown as Handlers<typeof definition>),
      getUsage,
    },
  );
  await server.start();
  closers.push(() => server.close(0));
  return { address, server };
}

function connect(address: string, multiplexed: boolean) {
  const client = createRpcClient(definition, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
    multiplexed,
  });
  closers.push(() => client.close());
  return client;
}

/** The spans sent, after flushing all that have ended. */
async function spans() {
  await activeTracing()?.shutdown(5_000);
  return collector.spans;
}

describe.each([{ multiplexed: false }, { multiplexed: true }])(
  'calls, multiplexed: $multiplexed',
  ({ multiplexed }) => {
    it("have spans for caller and callee, nested down to the callee's own calls", async () => {
      const inner = await serve(async () => ledger.Usage.fromPartial({ month: '2026-11' }));
      const innerClient = connect(inner.address, multiplexed);
      const outer = await serve((given, { requestId, traceparent }) =>
        innerClient.getUsage(given, { requestId, traceparent }),
      );
      await connect(outer.address, multiplexed).getUsage(request, call);

      const received = await spans();
      const chain = [];
      for (let parent = CLIENTS_SPAN; ;) {
        const next = received.find((span) => span.parentSpanId === parent);
        if (!next) break;
        chain.push(next.kind);
        parent = next.spanId;
      }
      expect(chain).toEqual(['client', 'server', 'client', 'server']);
      expect(received).toHaveLength(4);
      for (const span of received) {
        expect(span).toMatchObject({ traceId: CLIENTS_TRACE, name: METHOD, failed: false });
        expect(span.attributes).toEqual({
          'rpc.system': 'grpc',
          'rpc.service': 'heliograph.ledger.v1.LedgerService',
          'rpc.method': 'GetUsage',
          'rpc.grpc.status_code': 0,
          'heliograph.request_id': 'request-1',
        });
      }
      expect(collector.bodies.join('')).not.toContain('a-secret-account');
    });

    it.each([
      {
        thrown: new ServiceError('not_found', 'No a-secret-account.'),
        code: 'not_found',
        grpc: 5,
        serverFails: false,
      },
      { thrown: new TypeError('no a-secret-account'), code: 'internal', grpc: 13, serverFails: true },
    ])('that fail with $code end with it, without its text', async ({ thrown, code, grpc, serverFails }) => {
      const { address } = await serve(() => Promise.reject(thrown));
      await expect(connect(address, multiplexed).getUsage(request, call)).rejects.toMatchObject({ code });
      const received = await spans();
      expect(received).toHaveLength(2);
      for (const span of received) {
        expect(span.attributes).toMatchObject({ 'error.type': code, 'rpc.grpc.status_code': grpc });
        expect(span.failed).toBe(span.kind === 'client' || serverFails);
      }
      expect(collector.bodies.join('')).not.toContain('a-secret-account');
    });

    it('that are not answered end when the caller gives up', async () => {
      const { address } = await serve(() => new Promise(() => undefined));
      const asked = connect(address, multiplexed).getUsage(request, { ...call, timeoutMs: 50 });
      await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
      const received = await spans();
      expect(received.filter(({ kind }) => kind === 'client')).toEqual([
        expect.objectContaining({ failed: true, parentSpanId: CLIENTS_SPAN }),
      ]);
    });

    it("that are cut off by the callee's death end", async () => {
      let arrived = false;
      const { address, server } = await serve(() => {
        arrived = true;
        return new Promise(() => undefined);
      });
      const asked = connect(address, multiplexed).getUsage(request, call);
      asked.catch(() => undefined);
      await waitFor(() => arrived);
      await server.close(0);
      await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
      expect((await spans()).filter(({ kind }) => kind === 'client')).toEqual([
        expect.objectContaining({ failed: true, parentSpanId: CLIENTS_SPAN }),
      ]);
    });

    it('pass a trace on unchanged if tracing is off here', async () => {
      const tracing = activeTracing();
      setActiveTracing(undefined);
      let seen = '';
      const { address } = await serve(async (_request, { traceparent }) => {
        seen = traceparent;
        return ledger.Usage.fromPartial({});
      });
      await connect(address, multiplexed).getUsage(request, call);
      expect(seen).toBe(call.traceparent);
      await tracing?.shutdown(5_000);
      expect(collector.posts).toEqual([]);
    });
  },
);

it('gives each call in a frame its own span', async () => {
  const { address } = await serve(async () => ledger.Usage.fromPartial({}));
  const client = connect(address, true);
  const ids = Array.from({ length: 20 }, (_, index) => `request-${index}`);
  await Promise.all(ids.map((requestId) => client.getUsage(request, { requestId })));
  const received = await spans();
  const idsOf = (kind: string) =>
    received.filter((span) => span.kind === kind).map((span) => span.attributes['heliograph.request_id']);
  expect(idsOf('client').sort()).toEqual([...ids].sort());
  for (const served of received.filter(({ kind }) => kind === 'server')) {
    const sent = received.find(({ spanId }) => spanId === served.parentSpanId);
    expect(sent).toMatchObject({ traceId: served.traceId, parentSpanId: '' });
    expect(sent?.attributes['heliograph.request_id']).toBe(served.attributes['heliograph.request_id']);
  }
  expect(new Set(received.map(({ traceId }) => traceId)).size).toBe(20);
});
