import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { withinTime } from '../waiting/within-time';

export interface OperationsServer {
  port: number;
  close(): Promise<void>;
}

/** How long a scrape waits for a hanging database at most; Prometheus allows ten seconds. */
const READINESS_TIMEOUT_MS = 2_000;

/**
 * Serves what operators need and users must not reach: `/metrics`, `/healthz` (the process is alive), `/readyz` (it can
 * serve, with all its dependencies), and `/servez` (send it requests: it was ready once and is not stopping). Binds to
 * loopback by default.
 *
 * @param options.port 0 means any free port.
 */
export async function startOperationsServer(options: {
  port: number;
  host?: string;
  metrics: Metrics;
  isReady: () => boolean | Promise<boolean>;
  /** Whether it is about to stop; false by default. */
  isDraining?: () => boolean;
  logger: Logger;
}): Promise<OperationsServer> {
  options.metrics.gauge('ready', 'Whether the process can serve, like /readyz.', [], async (gauge) =>
    gauge.set((await isReadyInTime(options.isReady)) ? 1 : 0),
  );
  let couldServe = false;
  const isReady = async () => {
    const ready = await options.isReady();
    couldServe ||= ready;
    return ready;
  };
  const takesRequests = async () => !options.isDraining?.() && (couldServe || (await isReady()));
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string) =>
      response
        .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
        .end(body);
    const handle = async () => {
      if (request.url === '/healthz') return send(200, 'text/plain', 'ok\n');
      if (request.url === '/readyz') {
        const ready = await isReady();
        return send(ready ? 200 : 503, 'text/plain', ready ? 'ready\n' : 'not ready\n');
      }
      if (request.url === '/servez') {
        const serving = await takesRequests();
        return send(serving ? 200 : 503, 'text/plain', serving ? 'serving\n' : 'not serving\n');
      }
      if (request.url === '/metrics') {
        return send(200, options.metrics.registry.contentType, await options.metrics.registry.metrics());
      }
      return send(404, 'text/plain', 'not found\n');
    };
    handle().catch((error: unknown) => {
      options.logger.error({ err: error }, 'operations request failed');
      send(500, 'text/plain', 'error\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether the service can serve; false if it cannot tell in time. Never rejects. */
async function isReadyInTime(isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await withinTime(Promise.resolve(isReady()), READINESS_TIMEOUT_MS, () => new Error('late'));
  } catch {
    return false;
  }
}
