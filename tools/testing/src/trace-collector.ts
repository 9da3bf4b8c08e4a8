import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as received. Ids are hexadecimal. */
interface ReceivedSpan {
  /** `service.name` of the process that sent it. */
  service: string;
  traceId: string;
  spanId: string;
  /** '' for the first span of a trace. */
  parentSpanId: string;
  name: string;
  kind: 'server' | 'client' | 'other';
  failed: boolean;
  attributes: Record<string, unknown>;
}

/** OTLP's span kinds (opentelemetry/proto/trace/v1/trace.proto, `SpanKind`). */
const KINDS: Readonly<Record<number, ReceivedSpan['kind']>> = { 2: 'server', 3: 'client' };
/** `Status.StatusCode` in the same file. */
const STATUS_ERROR = 2;

/** A trace collector: an HTTP server that accepts OTLP in JSON and stores what it receives. */
export class TraceCollector {
  /** Everything received, verbatim. */
  readonly bodies: string[] = [];
  /** Paths and content types of all POSTs. */
  readonly posts: { path: string; contentType: string }[] = [];
  /** Its response status; 200 accepts the spans. */
  status = 200;
  /** Accepts requests without answering them. */
  isHanging = false;
  readonly spans: ReceivedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(port = 0): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      void collector.receive(request).then(() => {
        if (collector.isHanging) return;
        response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    return collector;
  }

  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const body = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent);
    this.posts.push({ path: request.url ?? '', contentType: request.headers['content-type'] ?? '' });
    this.bodies.push(body);
    if (this.status === 200 && !this.isHanging) this.spans.push(...spansOf(JSON.parse(body) as TracesData));
  }
}

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
}

/** Only the fields that are read. */
interface TracesData {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: KeyValue[];
        status?: { code?: number };
      }[];
    }[];
  }[];
}

function spansOf({ resourceSpans }: TracesData): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        kind: KINDS[span.kind] ?? 'other',
        failed: span.status?.code === STATUS_ERROR,
        attributes: valuesOf(span.attributes),
      })),
    );
  });
}

function valuesOf(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue, doubleValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? (boolValue ?? doubleValue) : Number(intValue)),
    ]),
  );
}
