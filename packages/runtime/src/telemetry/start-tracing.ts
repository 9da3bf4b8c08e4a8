import { withinTime } from '../waiting/within-time';
import type * as Sdk from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../logging/logger';
import { ReportingExporter } from './reporting-exporter';
import type { TelemetrySettings } from './settings';
import { spanContextFrom, traceparentOf } from './trace-context';
import type { Span, SpanStart, Tracing } from './tracing';

const INSTRUMENTATION = '@heliograph/runtime';
const NAMESPACE = 'heliograph';

/**
 * Starts OpenTelemetry tracing: sends spans in batches to a collector, as OTLP (JSON) over HTTP. The libraries are
 * loaded here, so a process without tracing does not load them. They read OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_EXPORTER_OTLP_HEADERS, …_TIMEOUT, …_CERTIFICATE, and OTEL_BSP_*.
 */
export async function startTracing(
  settings: TelemetrySettings,
  { service, logger }: { service: string; logger: Logger },
): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({
        'service.namespace': NAMESPACE,
        'service.name': service,
        'process.pid': process.pid,
      })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(settings, sdk),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new ReportingExporter(
          new OTLPTraceExporter({ url: settings.url }),
          new URL(settings.url).host,
          logger,
        ),
      ),
    ],
  });
  const tracer = provider.getTracer(INSTRUMENTATION);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };

  // Parents are passed explicitly, along with request ids and deadlines: an implicit context would cost time on every
  // await.
  function startSpan({ name, kind, parent, attributes }: SpanStart): Span {
    const parentContext = spanContextFrom(parent);
    const context = parentContext
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parentContext, isRemote: kind === 'server' })
      : api.ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
    return {
      traceparent: traceparentOf(span.spanContext()),
      end(more, isFailure) {
        span.setAttributes(more);
        // Omit the error's message, which may quote the request.
        if (isFailure) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return { startSpan, shutdown: (timeoutMs) => settledWithin(provider.shutdown(), timeoutMs) };
}

function samplerOf({ sampler, ratio }: TelemetrySettings, sdk: typeof Sdk) {
  switch (sampler) {
    case 'always_on':
      return new sdk.AlwaysOnSampler();
    case 'always_off':
      return new sdk.AlwaysOffSampler();
    case 'traceidratio':
      return new sdk.TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) });
  }
}

/** Waits for work until the timeout; after that its outcome no longer matters. */
async function settledWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  await withinTime(work, timeoutMs, () => new Error('late')).catch(() => undefined);
}
