import { freePort, TraceCollector, waitFor } from '@heliograph/testing';
import { createLogger } from '../logging/logger';
import { loadTelemetrySettings } from './settings';
import { startTracing } from './start-tracing';
import type { Tracing } from './tracing';

const SAMPLED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const notSampled = SAMPLED.replace(/01$/, '00');
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startCollector(port?: number): Promise<TraceCollector> {
  const collector = await TraceCollector.start(port);
  closers.push(() => collector.stop());
  return collector;
}

async function start(environment: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => lines.push(line) });
  const tracing = await startTracing(loadTelemetrySettings(environment)!, { service: 'test', logger });
  closers.push(() => tracing.shutdown(0));
  return { tracing, lines };
}

function measure(tracing: Tracing, parent = ''): string {
  const span = tracing.startSpan({ name: 'work', kind: 'server', parent, attributes: { first: 1 } });
  span.end({ last: 'two' }, true);
  return span.traceparent;
}

it("sends spans under the service's name, and flushes on shutdown", async () => {
  const collector = await startCollector();
  const { tracing } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const traceparent = measure(tracing, SAMPLED);
  await tracing.shutdown(5_000);
  expect(collector.posts).toEqual([{ path: '/v1/traces', contentType: 'application/json' }]);
  const [, traceId, spanId] = traceparent.split('-');
  expect(collector.spans).toEqual([
    {
      service: 'test',
      traceId,
      spanId,
      parentSpanId: '00f067aa0ba902b7',
      name: 'work',
      kind: 'server',
      failed: true,
      attributes: { first: 1, last: 'two' },
    },
  ]);
  expect(traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
});

it.each([
  { sampler: undefined, ratio: '0', parent: '', kept: false },
  { sampler: undefined, ratio: '0', parent: SAMPLED, kept: true },
  { sampler: undefined, ratio: '1', parent: notSampled, kept: false },
  { sampler: 'traceidratio', ratio: '0', parent: SAMPLED, kept: false },
  { sampler: 'traceidratio', ratio: '1', parent: notSampled, kept: true },
  { sampler: 'always_on', ratio: undefined, parent: notSampled, kept: true },
  { sampler: 'always_off', ratio: undefined, parent: SAMPLED, kept: false },
  { sampler: 'parentbased_always_on', ratio: undefined, parent: '', kept: true },
  { sampler: 'parentbased_always_off', ratio: undefined, parent: '', kept: false },
])(
  'keeps ($kept) with $sampler, ratio $ratio, parent "$parent"',
  async ({ sampler, ratio, parent, kept }) => {
    const collector = await startCollector();
    const { tracing } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: ratio,
    });
    const traceparent = measure(tracing, parent);
    await tracing.shutdown(5_000);
    expect(collector.spans).toHaveLength(kept ? 1 : 0);
    // The next service must make the same decision.
    expect(traceparent.endsWith('-01')).toBe(kept);
  },
);

describe('when the collector', () => {
  // The library reads these itself: small batches, short timeouts.
  const hurried = { OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_EXPORTER_OTLP_TIMEOUT: '100' };
  const before = { ...process.env };
  beforeAll(() => Object.assign(process.env, hurried));
  afterAll(() => {
    process.env = before;
  });

  it('is down, logs that once, drops spans, and logs when it is back', async () => {
    const port = await freePort();
    const { tracing, lines } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    await waitFor(() => (measure(tracing), lines.length > 0));
    const collector = await startCollector(port);
    collector.status = 500;
    await waitFor(() => (measure(tracing), collector.posts.length >= 3));
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'traces cannot be delivered and are dropped',
    ]);
    collector.status = 200;
    await waitFor(() => (measure(tracing), lines.length > 1));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('trace delivery has resumed');
  });

  it('hangs, does not delay the shutdown beyond the limit', async () => {
    process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '1000';
    const collector = await startCollector();
    collector.isHanging = true;
    const { tracing } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    measure(tracing);
    const began = performance.now();
    await tracing.shutdown(100);
    const took = performance.now() - began;
    expect(took).toBeGreaterThanOrEqual(99);
    expect(took).toBeLessThan(10_000);
  });
});
