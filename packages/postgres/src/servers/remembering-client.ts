import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { Socket, type LookupFunction } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** A working resolver takes milliseconds. */
const LOOKUP_TIMEOUT_MS = 300;

/** The last addresses of each name in this process. There are only as many names as database servers. */
const remembered = new Map<string, readonly LookupAddress[]>();
/** Shared: Node looks up two names at a time, so silent resolvers would hold up all others. */
const pending = new Map<string, Promise<readonly LookupAddress[]>>();

/**
 * The driver's client, without having to wait for DNS: a machine that vanished may have taken half of the DNS servers
 * with it, exactly when a busy program needs new connections. Names are always looked up; after a timeout or a failure,
 * the last addresses are used.
 */
export class RememberingClient extends Client {
  constructor(config?: ClientConfig) {
    super({ stream: createSocket, ...config });
  }
}

function createSocket(): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (...args: unknown[]) => Socket;
  const connectByName = (portOrPath: number | string, host?: string) =>
    host === undefined ? connect(portOrPath) : connect({ port: portOrPath, host, lookup });
  return Object.assign(socket, { connect: connectByName as Socket['connect'] });
}

const lookup: LookupFunction = (hostname, options, callback) => {
  const succeed = ([first, ...further]: readonly LookupAddress[]) =>
    options.all ? callback(null, [first!, ...further]) : callback(null, first!.address, first!.family);
  addressesOf(hostname, { ...options, all: true }).then(succeed, (error: NodeJS.ErrnoException) =>
    callback(error, []),
  );
};

async function addressesOf(name: string, options: LookupAllOptions): Promise<readonly LookupAddress[]> {
  const asking = pending.get(name) ?? ask(name, options);
  const last = remembered.get(name);
  if (!last) return asking;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<readonly LookupAddress[]>((resolve) => {
    timer = setTimeout(() => resolve(last), LOOKUP_TIMEOUT_MS);
  });
  // A failing resolver is no better than a silent one.
  return Promise.race([asking.catch(() => last), timeout]).finally(() => clearTimeout(timer));
}

function ask(name: string, options: LookupAllOptions): Promise<readonly LookupAddress[]> {
  const asking = dns.promises.lookup(name, options).then((addresses) => {
    remembered.set(name, addresses);
    return addresses;
  });
  pending.set(name, asking);
  const end = () => void pending.delete(name);
  asking.then(end, end);
  return asking;
}
