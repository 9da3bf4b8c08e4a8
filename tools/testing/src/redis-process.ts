import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { checkPortIsFree, freePort } from './free-address';
import { OwnServer, ServerProcess } from './server-process';

interface RedisProcessOptions {
  /** Port of 127.0.0.1; a free one by default. */
  port?: number;
  /** Directory for data and log; by default, nothing is stored. */
  directory?: string;
  /** A node of a cluster, without slots; needs a directory. */
  isCluster?: boolean;
}

const START_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 10_000;

/** A `redis-server`. */
export class RedisProcess extends OwnServer {
  private constructor(
    server: ServerProcess,
    private readonly port: number,
  ) {
    super(server);
  }

  /** @throws when there is no `redis-server` on the PATH or the port is in use. */
  static async start(options: RedisProcessOptions = {}): Promise<RedisProcess> {
    // Otherwise another server listening there would answer for it.
    if (options.port !== undefined) await checkPortIsFree(options.port);
    if (options.directory) await mkdir(options.directory, { recursive: true });
    const port = options.port ?? (await freePort());
    const { directory, isCluster } = options;
    const cluster = isCluster ? ['--cluster-enabled', 'yes'] : [];
    const keeping = directory ? ['--dir', directory, '--appendonly', 'yes'] : ['--appendonly', 'no'];
    const server = new ServerProcess({
      program: 'redis-server',
      arguments: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...keeping, ...cluster],
      logFile: directory && join(directory, 'redis.log'),
      isReady: () => answersPing(port),
      startTimeoutMs: START_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
    });
    await server.run();
    return new RedisProcess(server, port);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Restarts it at the same address after it has exited. */
  run(): Promise<void> {
    return this.server.run();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (response) => finish(response.toString().startsWith('+PONG')));
    socket.once('error', () => finish(false));
    function finish(answered: boolean) {
      socket.destroy();
      resolve(answered);
    }
  });
}
