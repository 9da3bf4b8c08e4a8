import { checkPortIsFree, localUrl, StartFailure, type LauncherConfig } from '@heliograph/launcher';
import { PORTS } from '../topology';
import type { Endpoints } from './endpoints';
import { ReverseProxy } from './reverse-proxy';

type Front = 'gateway' | 'dashboard';
const FRONTS = ['gateway', 'dashboard'] as const satisfies readonly Front[];

/** Not 0.0.0.0: instances listen on the same ports at their own addresses. */
const PROXY_HOST = '127.0.0.1';

/** The proxies in front of the public services. */
export class Fronts {
  private readonly proxies = new Map<Front, ReverseProxy>();

  constructor(
    private readonly config: LauncherConfig,
    private readonly endpoints: Endpoints,
  ) {}

  /** @throws StartFailure naming the port in use. */
  async checkPorts(): Promise<void> {
    for (const front of FRONTS) {
      const variables = front === 'gateway' ? 'GATEWAY' : 'DASHBOARD';
      await checkPortIsFree({ ...this.listenerOf(front), variables });
    }
  }

  /** @throws StartFailure when a proxy cannot listen. */
  async start(): Promise<void> {
    for (const front of FRONTS) this.proxies.set(front, await this.startProxy(front));
  }

  urlOf(front: Front): string {
    const { named } = this.listenerOf(front);
    return localUrl(named, this.proxies.get(front)?.port ?? 0);
  }

  /** Requests pending at each instance, by name. */
  get inFlight(): Record<string, number> {
    return Object.assign({}, ...[...this.proxies.values()].map((proxy) => proxy.inFlight));
  }

  async close(): Promise<void> {
    await Promise.all([...this.proxies.values()].map((proxy) => proxy.close()));
  }

  private startProxy(front: Front): Promise<ReverseProxy> {
    const { host, port } = this.listenerOf(front);
    return ReverseProxy.start({
      host,
      port,
      service: front,
      targetPort: PORTS[front],
      endpoints: this.endpoints,
      // The development issuer keeps its state in one dashboard's memory.
      choice: front === 'gateway' ? 'least-requests' : 'same',
    }).catch((error: unknown) => {
      throw new StartFailure(`the proxy of the ${front} cannot listen: ${(error as Error).message}`, true, {
        cause: error,
      });
    });
  }

  private listenerOf(front: Front) {
    const { GATEWAY_HOST, GATEWAY_PORT, DASHBOARD_HOST, DASHBOARD_PORT } = this.config;
    const [named, port] =
      front === 'gateway' ? [GATEWAY_HOST, GATEWAY_PORT] : [DASHBOARD_HOST, DASHBOARD_PORT];
    return { named, host: named ?? PROXY_HOST, port };
  }
}
