import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, RECURSION_DESIRED, type Packet } from 'dns-packet';

/** CoreDNS's default for service names. */
const TTL_SECONDS = 5;
const NO_ERROR = 0;
const NAME_ERROR = 3;

/**
 * Resolves names to their current addresses, in a different order each time, as CoreDNS does for headless Services. A
 * name without a ready address does not exist.
 */
export class DnsServer {
  private constructor(
    private readonly socket: Socket,
    /** `address:port` */
    readonly address: string,
  ) {}

  /**
   * @param lookUp returns the addresses of a name, given in lower case without a trailing dot.
   * @throws EADDRINUSE when another server has the address.
   */
  static async start(
    { host, port }: { host: string; port: number },
    lookUp: (name: string) => readonly string[],
  ): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.on('message', (message, from) => {
      const query = queryOf(message);
      if (query) socket.send(encode(answerTo(query, lookUp)), from.port, from.address);
    });
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
    // The client may be gone, and nothing else needs the error.
    socket.on('error', () => undefined);
    return new DnsServer(socket, `${host}:${socket.address().port}`);
  }

  async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }
}

/** Returns undefined for a message that is not a query. */
function queryOf(message: Buffer): Packet | undefined {
  try {
    const packet = decode(message);
    return packet.type === 'query' && packet.questions?.length === 1 ? packet : undefined;
  } catch {
    return undefined;
  }
}

/** A name without addresses does not exist; a name with addresses has no records of other types. */
function answerTo(query: Packet, lookUp: (name: string) => readonly string[]): Packet {
  const [question] = query.questions!;
  const { name, type } = question!;
  const addresses = shuffled(lookUp(name.toLowerCase()));
  const code = addresses.length > 0 ? NO_ERROR : NAME_ERROR;
  return {
    type: 'response',
    id: query.id,
    flags: AUTHORITATIVE_ANSWER | ((query.flags ?? 0) & RECURSION_DESIRED) | code,
    questions: query.questions,
    answers: type === 'A' ? addresses.map((data) => ({ type: 'A', name, ttl: TTL_SECONDS, data })) : [],
  };
}

function shuffled(addresses: readonly string[]): string[] {
  return addresses
    .map((address) => ({ address, order: Math.random() }))
    .sort((first, second) => first.order - second.order)
    .map(({ address }) => address);
}
