import { StartFailure } from '@heliograph/launcher';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { ControlCommand, ControlEvent } from './protocol';

/**
 * Asks the cluster behind a control socket to do something and waits until it is done.
 *
 * @param say called with each step.
 * @throws StartFailure when no cluster runs there, and Error with the reason when the command failed.
 */
export async function askCluster<Result>(
  path: string,
  command: ControlCommand,
  say: (text: string) => void = () => undefined,
): Promise<Result> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new StartFailure(
      'no cluster is running there: start one with npm run cluster, or set HELIOGRAPH_HOME to its home',
      true,
      { cause: error },
    );
  }
  try {
    socket.write(`${JSON.stringify(command)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line) as ControlEvent;
      if (message.event === 'done') return message.result as Result;
      if (message.event === 'failed') throw new Error(message.text);
      say(message.text);
    }
    throw new Error('the cluster ended before the command finished');
  } finally {
    socket.destroy();
  }
}
