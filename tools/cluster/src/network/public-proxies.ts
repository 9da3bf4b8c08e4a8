import { checkPortIsFree, localUrl, StartFailure, type LauncherConfig } from '@heliograph/launcher';
import { PORTS } from '../topology';
import type { Endpoints } from './endpoints';
import { ReverseProxy } from './reverse-proxy';

type PublicService = 'gateway' | 'dashboard';
const PUBLIC_SERVICES = ['gateway', 'dashboard'] as const satisfies readonly PublicService[];

/** Not 0.0.0.0: instances listen on the same ports at their own addresses. */
const PROXY_HOST = '127.0.0.1';

/** The proxies in front of the public services. */
export class PublicProxies {
  private readonly proxies = new Map<PublicService, ReverseProxy>();

  constructor(
    private readonly config: LauncherConfig,
    private readonly endpoints: Endpoints,
  ) {}

  /** @throws StartFailure naming the port in use. */
  async checkPorts(): Promise<void> {
    for (const service of PUBLIC_SERVICES) {
      const variables = service === 'gateway' ? 'GATEWAY' : 'DASHBOARD';
      await checkPortIsFree({ ...this.listenerOf(service), variables });
    }
  }

  /** @throws StartFailure when a proxy cannot listen. */
  async start(): Promise<void> {
    for (const service of PUBLIC_SERVICES) this.proxies.set(service, await this.startProxy(service));
  }

  urlOf(service: PublicService): string {
    const { named } = this.listenerOf(service);
    return localUrl(named, this.proxies.get(service)?.port ?? 0);
  }

  /** Requests pending at each instance, by name. */
  get inFlight(): Record<string, number> {
    return Object.assign({}, ...[...this.proxies.values()].map((proxy) => proxy.inFlight));
  }

  async close(): Promise<void> {
    await Promise.all([...this.proxies.values()].map((proxy) => proxy.close()));
  }

  private startProxy(service: PublicService): Promise<ReverseProxy> {
    const { host, port } = this.listenerOf(service);
    return ReverseProxy.start({
      host,
      port,
      service,
      targetPort: PORTS[service],
      endpoints: this.endpoints,
      // The development issuer keeps its state in one dashboard's memory.
      choice: service === 'gateway' ? 'least-requests' : 'same',
    }).catch((error: unknown) => {
      throw new StartFailure(`the proxy of the ${service} cannot listen: ${(error as Error).message}`, true, {
        cause: error,
      });
    });
  }

  private listenerOf(service: PublicService) {
    const { GATEWAY_HOST, GATEWAY_PORT, DASHBOARD_HOST, DASHBOARD_PORT } = this.config;
    const [named, port] =
      service === 'gateway' ? [GATEWAY_HOST, GATEWAY_PORT] : [DASHBOARD_HOST, DASHBOARD_PORT];
    return { named, host: named ?? PROXY_HOST, port };
  }
}
