import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-address';

/** A local port that leads to a movable target, as a service's address does after a failover or a restore. */
export interface MovingAddress {
  readonly port: number;
  /** The port that new connections lead to; open ones stay where they are. */
  target: number;
  /** Connections that clients have opened, and that have ended. */
  readonly opened: number;
  readonly ended: number;
  stop(): Promise<void>;
}

export async function startMovingAddress(target: number): Promise<MovingAddress> {
  const sockets = new Set<Socket>();
  const address = { port: await freePort(), target, opened: 0, ended: 0, stop: () => Promise.resolve() };
  const server = createServer((near) => {
    address.opened += 1;
    const far = connect(address.target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    near.once('close', () => (address.ended += 1));
    near.pipe(far).pipe(near);
  });
  server.listen(address.port, '127.0.0.1');
  await once(server, 'listening');
  address.stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return address;
}
