import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { BenchedServer } from '../search/compared';
import { EARLIEST_ACTIVITY_DATE } from '../system';

/**
 * Runs the bare server as a separate process, like the product's services, on the current corpus.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function startBareServer(connectionString: string): Promise<BenchedServer> {
  const child = fork(join(__dirname, 'bare-server.js'), [connectionString, EARLIEST_ACTIVITY_DATE]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`the bare server exited ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async close() {
      const ended = new Promise((done) => child.once('exit', done));
      child.disconnect();
      await ended;
    },
  };
}
