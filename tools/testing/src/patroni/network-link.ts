import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * The path to a server on 127.0.0.1. It can be cut silently, as if a machine or a cable failed: connections stay open,
 * but nothing arrives.
 */
export class NetworkLink {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {
    server.on('connection', (socket) => this.carry(socket));
  }

  static async open(targetPort: number): Promise<NetworkLink> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new NetworkLink(server, targetPort);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Stalled connections resume, like TCP's. */
  repair(): void {
    this.isCut = false;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private carry(socket: Socket): void {
    const target = connect(this.targetPort, '127.0.0.1');
    this.join(socket, target);
    this.join(target, socket);
    if (this.isCut) target.pause();
    else socket.resume();
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => {
      to.write(bytes);
    });
    from.on('error', () => undefined);
    from.once('end', () => to.end());
    from.once('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
