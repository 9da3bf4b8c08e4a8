import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from './free-address';
import { isAvailable, isRequired, missing } from './infrastructure';
import { waitFor } from './wait-for';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/**
 * A real Redis: the one of REDIS_URL, else a `redis-server` of this caller's own that keeps nothing. Null
 * when neither can be had; wrap the tests in `describeWith('redis', …)`, which skips them then.
 *
 * @throws when it cannot be had although REQUIRE_INFRA names it.
 */
export async function startTestRedis(): Promise<TestRedis | null> {
  const external = process.env.REDIS_URL;
  if (external) return { url: external, stop: () => Promise.resolve() };
  if (!isAvailable('redis')) {
    if (isRequired('redis')) throw new Error(missing('redis'));
    return null;
  }
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
  };
  try {
    await waitFor(() => answersPing(server, port), { description: 'the start of redis-server' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function answersPing(server: ChildProcess, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (answer) =>
      finish(answer.toString().startsWith('+PONG') && server.exitCode === null),
    );
    socket.once('error', () => finish(false));
    function finish(answered: boolean) {
      socket.destroy();
      resolve(answered);
    }
  });
}
