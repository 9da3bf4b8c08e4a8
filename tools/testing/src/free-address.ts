import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runDirectory } from './run-directory';

/** A gRPC address that nothing listens on: `unix:/path`. */
export function freeAddress(): string {
  return `unix:${join(runDirectory(), `${randomBytes(6).toString('hex')}.sock`)}`;
}

/**
 * A TCP port of 127.0.0.1 that was free a moment ago. Not from the range that systems use for outgoing connections
 * (Linux: 32768 and up), one of which could take it first; above 10080, the last port that `fetch` refuses
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = await listenOnce(randomInt(10_081, 20_000)).catch(() => undefined);
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
