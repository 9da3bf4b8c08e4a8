import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint, Endpoints } from './endpoints';

/** Hop-by-hop headers (RFC 9110, 7.6.1) and headers that the proxy writes itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Names the instance that answered. */
export const SERVED_BY = 'x-served-by';
/** Says why the proxy answered the request itself. */
export const PROXY_FAILURE = 'x-proxy-failure';

interface ReverseProxyOptions {
  /** Address to listen on. */
  host: string;
  port: number;
  service: string;
  /** Port of the instances. */
  targetPort: number;
  endpoints: Endpoints;
  /**
   * `least-requests` picks the instance with the fewest requests in flight; `same` stays with one instance while it is
   * ready, as
   * `sessionAffinity: ClientIP` does for one client.
   */
  choice: 'least-requests' | 'same';
}

interface Backend {
  endpoint: Endpoint;
  /** Keeps connections to it open. */
  agent: Agent;
  inFlight: number;
  /** Whether it is ready, as far as this proxy knows. */
  isListed: boolean;
}

/**
 * Stands in front of the instances of a public service, like an ingress controller. Sends each request once, to one
 * ready instance; the client sees every failure.
 */
export class ReverseProxy {
  private readonly backends = new Map<string, Backend>();
  private readonly server: Server;

  private constructor(private readonly options: ReverseProxyOptions) {
    // Client connections stay open indefinitely.
    this.server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) =>
      this.forward(request, response),
    );
    options.endpoints.onChange((service) => {
      if (service === options.service) this.update();
    });
  }

  /** @throws when it cannot listen. */
  static async start(options: ReverseProxyOptions): Promise<ReverseProxy> {
    const proxy = new ReverseProxy(options);
    proxy.update();
    proxy.server.listen({ port: options.port, host: options.host });
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Requests without a complete response, by instance. */
  get inFlight(): Record<string, number> {
    return Object.fromEntries(
      [...this.backends.values()].map(({ endpoint, inFlight }) => [endpoint.name, inFlight]),
    );
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
    for (const { agent } of this.backends.values()) agent.destroy();
  }

  private update(): void {
    const { endpoints, service } = this.options;
    const listed = new Map(endpoints.of(service).map((endpoint) => [endpoint.name, endpoint]));
    for (const [name, endpoint] of listed) {
      const backend = this.backends.get(name);
      if (backend) backend.isListed = true;
      else
        this.backends.set(name, {
          endpoint,
          agent: new Agent({ keepAlive: true }),
          inFlight: 0,
          isListed: true,
        });
    }
    for (const [name, backend] of this.backends) {
      if (listed.has(name)) continue;
      backend.isListed = false;
      this.dropWhenIdle(backend);
    }
  }

  private dropWhenIdle(backend: Backend): void {
    if (backend.isListed || backend.inFlight > 0) return;
    backend.agent.destroy();
    this.backends.delete(backend.endpoint.name);
  }

  private choose(): Backend | undefined {
    const ready = [...this.backends.values()].filter(({ isListed }) => isListed);
    if (this.options.choice === 'same') return ready[0];
    const fewest = Math.min(...ready.map(({ inFlight }) => inFlight));
    const leastLoaded = ready.filter(({ inFlight }) => inFlight === fewest);
    return leastLoaded[Math.floor(Math.random() * leastLoaded.length)];
  }

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const backend = this.choose();
    if (!backend) {
      refuse(response, 503, 'no instance is ready');
      return;
    }
    backend.inFlight += 1;
    const { endpoint, agent } = backend;
    const upstream = send({
      agent,
      host: endpoint.address,
      port: this.options.targetPort,
      method: request.method,
      path: request.url,
      setHost: false,
      headers: forwardedHeaders(request),
    });
    response.once('close', () => {
      // The client disconnected before the response was complete.
      if (!response.writableFinished) upstream.destroy();
      backend.inFlight -= 1;
      this.dropWhenIdle(backend);
    });
    upstream.once('response', (received) => {
      response.writeHead(received.statusCode!, received.statusMessage, [
        ...endToEnd(received.rawHeaders),
        ...[SERVED_BY, endpoint.name],
      ]);
      received.pipe(response);
      // If the instance's response breaks off, so does the client's.
      received.once('error', () => response.destroy());
    });
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 502, `${error.code ?? error.message}`, endpoint.name);
    });
    request.pipe(upstream);
  }
}

function refuse(response: ServerResponse, status: number, reason: string, instance?: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain',
      [PROXY_FAILURE]: reason,
      ...(instance !== undefined && { [SERVED_BY]: instance }),
    })
    .end(`${reason}\n`);
}

function forwardedHeaders({ rawHeaders, socket, headers }: IncomingMessage): string[] {
  const came = headers['x-forwarded-for'];
  const client = socket.remoteAddress ?? '';
  return [
    ...endToEnd(rawHeaders, 'x-forwarded-for'),
    ...['X-Forwarded-For', came === undefined ? client : `${String(came)}, ${client}`],
  ];
}

/** Alternating names and values, without hop-by-hop headers. */
function endToEnd(rawHeaders: readonly string[], ...without: string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (HOP_BY_HOP.has(name) || without.includes(name)) continue;
    kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return kept;
}
