import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { join } from 'node:path';
import { NETWORK } from '../settings';
import type { Cluster } from './cluster';

/** The Kubernetes API's pod, reduced to what the suite needs. */
export interface Pod {
  metadata: {
    name: string;
    namespace: string;
    labels?: Record<string, string>;
    deletionTimestamp?: string;
    ownerReferences?: { kind: string; name: string }[];
  };
  spec: { nodeName?: string };
  status: {
    phase: string;
    podIP?: string;
    conditions?: { type: string; status: string }[];
    containerStatuses?: { containerID?: string; restartCount: number }[];
  };
}

export function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
}

/**
 * Starts a program from this machine in a pod's network, with the pod's resolver. It inherits this program's standard
 * error.
 *
 * @throws Error when the pod does not run on this machine.
 */
export async function startInPod(
  cluster: Cluster,
  { metadata, status }: Pod,
  command: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  const { namespace } = metadata;
  const id = status.containerStatuses?.[0]?.containerID?.split('//')[1];
  const pid = id === undefined ? undefined : processOf(id);
  if (pid === undefined) throw new Error(`${namespace}/${metadata.name} has no process`);
  const resolver = join(cluster.paths.state, `resolv-${namespace}.conf`);
  const search = [`${namespace}.svc.cluster.local`, 'svc.cluster.local', 'cluster.local'].join(' ');
  await writeFile(resolver, `nameserver ${NETWORK.dnsAddress}\nsearch ${search}\noptions ndots:5\n`);
  const script = join(cluster.paths.tool, 'machine/in-pod.sh');
  return spawn(script, [String(pid), resolver, ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...environment },
  });
}

/** Like {@link startInPod}, but waits for it to exit. @returns its standard output. @throws Error when it fails. */
export async function runInPod(
  cluster: Cluster,
  pod: Pod,
  command: readonly string[],
  { input = '', environment = {} }: { input?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const child = await startInPod(cluster, pod, command, environment);
  child.stdin.end(input);
  return outputOf(child, command.join(' ').slice(0, 200));
}

/** @returns everything a program prints. @throws Error for an exit status other than 0. */
export async function outputOf(
  child: ChildProcessByStdio<Writable, Readable, null>,
  name: string,
): Promise<string> {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  const status = await ended;
  if (status === 0) return output;
  throw new Error(`${name} ended with ${status ?? 'a signal'}:\n${output.slice(-2_000)}`);
}

/** The machine's process id for a container, found through control groups, which are named after containers. */
function processOf(containerId: string): number | undefined {
  const found = readdirSync('/proc').find((name) => {
    const file = `/proc/${name}/cgroup`;
    if (!/^\d+$/.test(name) || !existsSync(file)) return false;
    try {
      return readFileSync(file, 'utf8').includes(containerId);
    } catch {
      // It has just exited.
      return false;
    }
  });
  return found === undefined ? undefined : Number(found);
}
