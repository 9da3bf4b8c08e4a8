import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runDirectory } from './run-directory';

/** A gRPC address that nothing listens on: `unix:/path`. */
export function freeAddress(): string {
  return `unix:${join(runDirectory(), `${randomBytes(6).toString('hex')}.sock`)}`;
}

const FIRST_PORT = 10_081;
const PORTS = 9_900;
/** Concurrent processes, such as Jest's workers, take ports from different shares. */
const SHARES = 4;
const share = Number(process.env['JEST_WORKER_ID'] ?? 0) % SHARES;

const given = new Set<number>();

/**
 * A TCP port of 127.0.0.1 that was free a moment ago; a different one each time. Below the range for outgoing
 * connections (Linux: 32768 and up), one of which could take it first, and above 10080, the last port that `fetch`
 * refuses (https://fetch.spec.whatwg.org/#port-blocking).
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const wanted = FIRST_PORT + SHARES * randomInt(PORTS / SHARES) + share;
    if (given.has(wanted)) continue;
    given.add(wanted);
    const port = await listenOnce(wanted).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return listenOnce(0);
}

/** @throws naming the port when it is in use. */
export async function checkPortIsFree(port: number): Promise<void> {
  await listenOnce(port).catch((error: unknown) => {
    throw new Error(`port ${port} of 127.0.0.1 is taken: stop what listens there, or use another`, {
      cause: error,
    });
  });
}

async function listenOnce(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  return port;
}
