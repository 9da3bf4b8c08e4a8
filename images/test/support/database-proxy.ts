import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** Connection string for the same database at a port of 127.0.0.1. */
  through(connectionString: string): string;
  close(): void;
}

/**
 * A port for a server whose socket is in a directory that only its own user may enter, so that other users' programs
 * can connect.
 */
export async function openDatabaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const { hostname, port, searchParams } = new URL(connectionString);
  const socketDirectory = searchParams.get('host');
  const connections = new Set<Socket>();
  const server = createServer((near) => {
    const far = socketDirectory
      ? connect(`${socketDirectory}/.s.PGSQL.${port}`)
      : connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      connections.add(socket);
      socket.on('close', () => other.destroy());
      socket.on('error', () => other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: openPort } = server.address() as AddressInfo;
  return {
    through: (original) => {
      const url = new URL(original);
      url.search = '';
      url.host = `127.0.0.1:${openPort}`;
      return url.toString();
    },
    close: () => {
      for (const socket of connections) socket.destroy();
      server.close();
    },
  };
}
