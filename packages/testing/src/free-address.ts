import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runDirectory } from './run-directory';

/** A gRPC address that nothing listens on: `unix:/path`. */
export function freeAddress(): string {
  return `unix:${join(runDirectory(), `${randomBytes(6).toString('hex')}.sock`)}`;
}

/** A TCP port of 127.0.0.1 that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  return port;
}
