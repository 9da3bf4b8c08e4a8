import { StartFailure } from '@heliograph/launcher';
import { DnsServer } from './dns-server';

/** The second octet of candidate networks: 127.10.0.0/16 and up. */
const FIRST_NETWORK = 10;
const LAST_NETWORK = 99;
const DNS_HOST = 53;
const DNS_PORT = 5_353;
const LAST_HOST = 250;

/** The suffix of all names, as in a cluster's namespace. */
const DOMAIN = 'heliograph.svc.cluster.local';

/** A network of unused loopback addresses with a DNS server: each instance has its own address, like a pod. */
export class LoopbackNetwork {
  private readonly used = new Map<string, number>();

  private constructor(
    private readonly network: number,
    private readonly services: readonly string[],
    private readonly dns: DnsServer,
  ) {}

  /**
   * Takes the first free network; its DNS server's socket then reserves it.
   *
   * @param addressesOf returns a service's addresses that are known to be ready.
   * @throws StartFailure if the system lacks such addresses or all networks are taken.
   */
  static async take(
    services: readonly string[],
    addressesOf: (service: string) => readonly string[],
  ): Promise<LoopbackNetwork> {
    const byName = new Map(services.map((service) => [nameOf(service), service]));
    const lookUp = (name: string) => {
      const service = byName.get(name);
      return service === undefined ? [] : addressesOf(service);
    };
    for (let network = FIRST_NETWORK; network <= LAST_NETWORK; network += 1) {
      const host = `127.${network}.0.${DNS_HOST}`;
      try {
        const dns = await DnsServer.start({ host, port: DNS_PORT }, lookUp);
        return new LoopbackNetwork(network, services, dns);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'EADDRINUSE') continue;
        throw new StartFailure(
          `cannot listen on ${host}: ${message}. Each instance needs its own loopback address, which Linux provides`,
          true,
          { cause: error },
        );
      }
    }
    throw new StartFailure('too many clusters are running on this machine: stop one', true);
  }

  /** Address of the DNS server. */
  get dnsAddress(): string {
    return this.dns.address;
  }

  /** A target that the network's DNS server resolves to all of a service's addresses. */
  targetOf(service: string, port: number): string {
    return `dns://${this.dns.address}/${nameOf(service)}.:${port}`;
  }

  /** The address for the next instance of a service. Reuses an address only after all others have been used. */
  nextAddress(service: string): string {
    const next = ((this.used.get(service) ?? 0) % LAST_HOST) + 1;
    this.used.set(service, next);
    return `127.${this.network}.${this.services.indexOf(service) + 1}.${next}`;
  }

  close(): Promise<void> {
    return this.dns.close();
  }
}

function nameOf(service: string): string {
  return `heliograph-${service}.${DOMAIN}`;
}
