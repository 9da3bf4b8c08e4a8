import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '../statement';

export interface BareServer {
  url: string;
  close(): Promise<void>;
}

/** Starts the bare process as a process of its own, as the services of the product are. */
export async function startBareServer(
  connectionString: string,
  statements: readonly Statement[],
): Promise<BareServer> {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-bare-'));
  const file = join(directory, 'statements.json');
  await writeFile(file, JSON.stringify(statements));
  const child = fork(join(__dirname, 'bare-server.js'), [file, connectionString]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`the bare server exited ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const ended = new Promise((done) => child.once('exit', done));
      child.disconnect();
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}
