import { StartFailure } from '@heliograph/launcher';
import { DnsServer } from './dns-server';

/** The second number of the networks to choose from: 127.10.0.0/16 and on. */
const FIRST_NETWORK = 10;
const LAST_NETWORK = 99;
const DNS_HOST = 53;
const DNS_PORT = 5_353;
const LAST_HOST = 250;

/** Below which all names are, as in a namespace of a cluster. */
const DOMAIN = 'heliograph.svc.cluster.local';

/**
 * A network of loopback addresses that nothing else uses, with a DNS server: each instance has an address of its own, as a
 * pod does.
 */
export class LoopbackNetwork {
  private readonly used = new Map<string, number>();

  private constructor(
    private readonly network: number,
    private readonly services: readonly string[],
    private readonly dns: DnsServer,
  ) {}

  /**
   * Takes the first network that is free; its DNS server is what holds it.
   *
   * @param addressesOf the addresses of a service that are known to be ready.
   * @throws StartFailure where the system has no such addresses, or all networks are taken.
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
          `cannot listen on ${host}: ${message}. Each instance needs a loopback address of its own, as Linux has them`,
          true,
          { cause: error },
        );
      }
    }
    throw new StartFailure('too many clusters run on this machine: stop one', true);
  }

  /** Of the DNS server. */
  get dnsAddress(): string {
    return this.dns.address;
  }

  /** Where clients find a service: all addresses that the network's DNS server has for its name. */
  targetOf(service: string, port: number): string {
    return `dns://${this.dns.address}/${nameOf(service)}.:${port}`;
  }

  /** An address for the next instance of a service. One that was used comes again after all others. */
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
