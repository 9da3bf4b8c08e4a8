import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import type { Cluster } from '../machine/cluster';
import { isReady, type Pod } from '../machine/pods';
import type { Release } from '../parts/releases';
import { NAMESPACE, RELEASE } from '../settings';
import { check, type Context } from './step';

const SETTLE_MS = 240_000;
export const INSTANCE = `app.kubernetes.io/instance=${RELEASE}`;

/** Arguments of `helm install` and `helm upgrade` after the release's name. */
export function chartArguments(
  { cluster }: Context,
  { chart, tag }: Release,
  values: readonly string[] = [],
): string[] {
  const files = ['suite', ...values].flatMap((name) => [
    '-f',
    join(cluster.paths.tool, `values/${name}.yaml`),
  ]);
  return [chart, '-n', NAMESPACE, ...files, '--set', `image.tag=${tag}`, '--timeout', '11m'];
}

export async function upgrade(
  context: Context,
  release: Release,
  values: readonly string[] = [],
): Promise<void> {
  await context.cluster.helm('upgrade', RELEASE, ...chartArguments(context, release, values));
  await rolledOut(context.cluster);
}

export async function rolledOut(cluster: Cluster): Promise<void> {
  await cluster.kubectl('-n', NAMESPACE, 'rollout', 'status', 'deployment', '-l', INSTANCE, '--timeout=5m');
}

/** Pods of the release's services. */
export async function servicePods(cluster: Cluster, component?: string): Promise<Pod[]> {
  const selector =
    component === undefined ? INSTANCE : `${INSTANCE},app.kubernetes.io/component=${component}`;
  const pods = await cluster.get<Pod>('pods', '-n', NAMESPACE, '-l', selector);
  return pods.filter(({ metadata }) => metadata.ownerReferences?.some(({ kind }) => kind === 'ReplicaSet'));
}

export function componentOf({ metadata }: Pod): string {
  return metadata.labels?.['app.kubernetes.io/component'] ?? '';
}

/** Waits until every wanted pod of every service is ready and none is terminating. @returns the pods. */
export async function settled(cluster: Cluster): Promise<Pod[]> {
  await rolledOut(cluster);
  let pods: Pod[] = [];
  await waitFor(
    async () => {
      pods = await servicePods(cluster);
      return pods.length > 0 && pods.every(isReady);
    },
    {
      timeoutMs: SETTLE_MS,
      description: () =>
        `pods to be ready: ${pods.filter((pod) => !isReady(pod)).map((pod) => pod.metadata.name)}`,
    },
  );
  return pods;
}

export async function podOf(cluster: Cluster, namespace: string, name: string): Promise<Pod> {
  return JSON.parse(await cluster.kubectl('get', 'pod', name, '-n', namespace, '-o', 'json')) as Pod;
}

/** A key in the release's Secret. */
export async function secretValue(cluster: Cluster, key: string): Promise<string> {
  const path = `jsonpath={.data.${key}}`;
  const encoded = await cluster.kubectl('get', 'secret', 'heliograph', '-n', NAMESPACE, '-o', path);
  check(encoded !== '', `the Secret has no ${key}`);
  return Buffer.from(encoded, 'base64').toString();
}

/** Runs heliograph-admin in the cluster with the shell function from the release's notes. @returns what it printed. */
export async function heliographAdmin(cluster: Cluster, ...args: string[]): Promise<string> {
  const notes = await cluster.helm('get', 'notes', RELEASE, '-n', NAMESPACE);
  const shellFunction = /^ {2}heliograph_admin\(\) \{\n[\s\S]+?^ {2}\}$/m.exec(notes)?.[0];
  check(shellFunction !== undefined, 'helm get notes has no heliograph_admin');
  const file = join(cluster.paths.state, 'heliograph-admin.sh');
  await writeFile(file, `${shellFunction}\nheliograph_admin "$@"\n`);
  return cluster.asAdministrator('bash', [file, ...args]);
}
