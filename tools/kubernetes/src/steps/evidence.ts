import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../machine/cluster';
import { NAMESPACE } from '../settings';

const LOGGED_LINES = '400';
const LOGS = ['logs', '-l', 'app.kubernetes.io/instance', '--all-containers', '--prefix'];
const MAXIMUM_LOGS = '--max-log-requests=100';

/**
 * Saves what the current pods log from now on, because a replaced pod's logs disappear with it. Overwrites the previous
 * file. @returns a function that stops it.
 */
export function followLogs(cluster: Cluster): () => void {
  const { command, environment } = cluster.entering('kubectl', [
    ...['-n', NAMESPACE, ...LOGS],
    ...['--follow', '--since=1s', MAXIMUM_LOGS],
  ]);
  const file = openSync(followedLogs(cluster), 'w');
  const child = spawn(command[0]!, command.slice(1), { env: environment, stdio: ['ignore', file, file] });
  closeSync(file);
  // Without it, a failure just has less evidence.
  child.once('error', () => undefined);
  return () => void child.kill();
}

function followedLogs(cluster: Cluster): string {
  return join(cluster.paths.state, 'followed-logs.txt');
}

/** Saves pods, events, and logs, which disappear with the cluster. @returns the directory. */
export async function collectEvidence(cluster: Cluster, name: string): Promise<string> {
  const directory = join(cluster.paths.cache, 'failures', name);
  await mkdir(directory, { recursive: true });
  const commands: Record<string, string[]> = {
    pods: ['get', 'pods', '--output=wide'],
    events: ['get', 'events', '--sort-by=.lastTimestamp'],
    logs: [...LOGS, `--tail=${LOGGED_LINES}`, MAXIMUM_LOGS],
  };
  for (const [file, args] of Object.entries(commands)) {
    const { stdout, stderr } = await cluster.tryAsAdministrator('kubectl', ['-n', NAMESPACE, ...args]);
    await writeFile(join(directory, `${file}.txt`), stdout + stderr);
  }
  const followed = followedLogs(cluster);
  if (existsSync(followed)) await copyFile(followed, join(directory, 'logs-during-the-change.txt'));
  return directory;
}
