import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../machine/cluster';
import { NAMESPACE } from '../settings';

const LOGGED_LINES = '400';

/** Saves pods, events, and logs, which disappear with the cluster. @returns the directory. */
export async function collectEvidence(cluster: Cluster, name: string): Promise<string> {
  const directory = join(cluster.paths.cache, 'failures', name);
  await mkdir(directory, { recursive: true });
  const logs = [
    'logs',
    '-l',
    'app.kubernetes.io/instance',
    '--all-containers',
    '--prefix',
    `--tail=${LOGGED_LINES}`,
  ];
  const commands: Record<string, string[]> = {
    pods: ['get', 'pods', '--output=wide'],
    events: ['get', 'events', '--sort-by=.lastTimestamp'],
    logs: [...logs, '--max-log-requests=100'],
  };
  for (const [file, args] of Object.entries(commands)) {
    const { stdout, stderr } = await cluster.tryAsAdministrator('kubectl', ['-n', NAMESPACE, ...args]);
    await writeFile(join(directory, `${file}.txt`), stdout + stderr);
  }
  return directory;
}
