import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, RECURSION_DESIRED, type Packet } from 'dns-packet';

/** What CoreDNS gives names of services by default. */
const TTL_SECONDS = 5;
const NO_ERROR = 0;
const NAME_ERROR = 3;

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
      const query = queryOf(message);
      if (query) socket.send(encode(answerTo(query, lookUp)), from.port, from.address);
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

/** Undefined for what is no question. */
function queryOf(message: Buffer): Packet | undefined {
  try {
    const packet = decode(message);
    return packet.type === 'query' && packet.questions?.length === 1 ? packet : undefined;
  } catch {
    return undefined;
  }
}

/** A name without addresses does not exist; of a name that does, there is nothing of another type. */
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
