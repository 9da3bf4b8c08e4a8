import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runDirectory } from './run-directory';

/** A gRPC address that nothing listens on: `unix:/path`. */
export function freeAddress(): string {
  return `unix:${join(runDirectory(), `${randomBytes(6).toString('hex')}.sock`)}`;
}

/**
 * A TCP port of 127.0.0.1 that nothing listened on a moment ago; none of those that systems give to outgoing connections
 * (Linux: from 32768), one of which could take it before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = await listenOnce(randomInt(10_000, 20_000)).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return listenOnce(0);
}

/** @throws naming the port when something listens on it already. */
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
