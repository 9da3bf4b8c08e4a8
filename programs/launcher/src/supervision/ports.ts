import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from '../start-failure';

/** A port to listen on, and its variables. */
interface ListeningPort {
  port: number;
  /** The address; all addresses by default. */
  host: string | undefined;
  /** Prefix of its variables: `GATEWAY` for GATEWAY_PORT. */
  variables: 'GATEWAY' | 'DASHBOARD';
}

/**
 * Ports from 1024 that browsers and `fetch` refuse, so nothing could reach what listens there
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

const RETRY_MS = 50;

class PortInUse extends StartFailure {}

/**
 * Like {@link checkPortIsFree}, but waits for a port in use.
 *
 * @param onWait called before it does.
 */
export async function untilPortIsFree(
  wanted: ListeningPort,
  timeoutMs: number,
  onWait: () => void,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await checkPortIsFree(wanted);
    } catch (error) {
      if (!(error instanceof PortInUse) || performance.now() >= end) throw error;
    }
    if (attempt === 0) onWait();
    await delay(RETRY_MS);
  }
}

/** @throws StartFailure if a TCP port cannot be listened on, or browsers cannot reach it. */
export async function checkPortIsFree({ port, host, variables }: ListeningPort): Promise<void> {
  if (BLOCKED_PORTS.has(port)) {
    throw new StartFailure(`browsers refuse port ${port}: set ${variables}_PORT to another one`, true);
  }
  // Listening on all addresses would succeed next to another program on the loopback address.
  for (const address of host === undefined ? [undefined, '127.0.0.1'] : [host]) {
    try {
      await listenOnce(port, address);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') throw portInUse(port, variables);
      if (code === 'EACCES') {
        throw new StartFailure(
          `this user may not use port ${port}: set ${variables}_PORT to one above 1023`,
          true,
        );
      }
      throw new StartFailure(
        `cannot listen on ${address ?? 'port'} ${port}: ${(error as Error).message}; correct ${variables}_HOST or ${variables}_PORT`,
        true,
        { cause: error },
      );
    }
  }
}

const LOWEST_PORT = 20_000;
const PORT_COUNT = 10_000;
const BLOCK_PORTS = 32;
/** What is left of this process's block. */
const block: number[] = [];
let claiming: Promise<void> | undefined;

/**
 * A TCP port of 127.0.0.1 that nothing listened on a moment ago, and that no launcher hands out twice. It is outside
 * the system's range for outgoing connections (Linux: from 32768), one of which could take it before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const wanted = block.shift();
    if (wanted === undefined) await (claiming ??= claimBlock().finally(() => (claiming = undefined)));
    else if (await canListen(wanted)) return wanted;
  }
  return listenOnce(0, '127.0.0.1');
}

/** A port handed out before, or a new one if another program has taken it since. */
export async function samePort(earlier: number | undefined): Promise<number> {
  return earlier !== undefined && (await canListen(earlier)) ? earlier : freePort();
}

/**
 * Claims a block by listening on its first port until the process ends: the others are listened on only seconds after
 * they are handed out, and meanwhile another launcher could choose them too.
 */
async function claimBlock(): Promise<void> {
  const first = LOWEST_PORT + BLOCK_PORTS * randomInt(Math.floor(PORT_COUNT / BLOCK_PORTS));
  const server = createServer((socket) => socket.destroy()).unref();
  const isClaimed = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port: first, host: '127.0.0.1' }, () => resolve(true));
  });
  if (isClaimed) block.push(...Array.from({ length: BLOCK_PORTS - 1 }, (_, index) => first + 1 + index));
}

function canListen(port: number): Promise<boolean> {
  return listenOnce(port, '127.0.0.1').then(
    () => true,
    () => false,
  );
}

function listenOnce(port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolve(bound));
    });
  });
}

export function portInUse(port: number, variables: ListeningPort['variables']): StartFailure {
  return new PortInUse(
    `port ${port} is in use by another program: stop that program, or set ${variables}_PORT to a free port`,
    true,
  );
}
