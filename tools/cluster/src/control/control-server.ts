import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { ControlCommand, ControlEvent } from './protocol';

/** Carries out a command; calls `say` with each step. */
type ControlHandler = (command: ControlCommand, say: (text: string) => void) => Promise<unknown>;

/**
 * Listens on a Unix socket in a directory that only the owner can enter. Each message in either direction is one line
 * of JSON.
 */
export class ControlServer {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** The caller holds the home's lock, so an existing socket is left over from a dead process. */
  static async start(path: string, handle: ControlHandler): Promise<ControlServer> {
    rmSync(path, { force: true });
    const server = createServer((socket) => {
      control.sockets.add(socket);
      socket.once('close', () => control.sockets.delete(socket));
      // The client may disconnect before the command finishes.
      socket.on('error', () => undefined);
      createInterface({ input: socket }).on('line', (line) => void answer(socket, line, handle));
    });
    const control = new ControlServer(server);
    server.listen(path);
    await once(server, 'listening');
    return control;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

async function answer(socket: Socket, line: string, handle: ControlHandler): Promise<void> {
  const send = (event: ControlEvent) => socket.write(`${JSON.stringify(event)}\n`);
  try {
    const command = JSON.parse(line) as ControlCommand;
    const result = await handle(command, (text) => send({ event: 'step', text }));
    send({ event: 'done', result });
  } catch (error) {
    send({ event: 'failed', text: (error as Error).message });
  }
}
