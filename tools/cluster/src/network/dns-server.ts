import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { answerTo, readQuery } from './dns-message';

/** What CoreDNS gives names of services by default. */
const TTL_SECONDS = 5;

/**
 * Answers for names with the addresses that they have at this moment, in another order each time, as CoreDNS does for
 * headless Services: one without a ready address is a name that does not exist.
 */
export class DnsServer {
  private constructor(
    private readonly socket: Socket,
    /** `address:port` */
    readonly address: string,
  ) {}

  /**
   * @param lookUp the addresses of a name in lower case, without a dot at the end.
   * @throws EADDRINUSE when another server has the address.
   */
  static async start(
    { host, port }: { host: string; port: number },
    lookUp: (name: string) => readonly string[],
  ): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.on('message', (message, from) => {
      const query = readQuery(message);
      if (!query) return;
      const addresses = shuffled(lookUp(query.name));
      const answer = answerTo(query, addresses.length > 0 ? addresses : undefined, TTL_SECONDS);
      socket.send(answer, from.port, from.address);
    });
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
    // Whoever asked may be gone; there is nobody to tell.
    socket.on('error', () => undefined);
    return new DnsServer(socket, `${host}:${socket.address().port}`);
  }

  async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }
}

function shuffled(addresses: readonly string[]): string[] {
  return addresses
    .map((address) => ({ address, order: Math.random() }))
    .sort((first, second) => first.order - second.order)
    .map(({ address }) => address);
}
