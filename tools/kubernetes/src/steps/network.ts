import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expectedConnections, type Connection, type Program } from '../domain/expected-connections';
import type { Cluster } from '../machine/cluster';
import { runInPod, type Pod } from '../machine/pods';
import { EDGE_NAMESPACE, NAMESPACE } from '../settings';
import { componentOf, podOf, settled } from './release';
import { check, since, type Figures, type Step } from './step';

const MONITORING_NAMESPACE = 'elsewhere';

export const policies: Step = {
  name: 'network-policies',
  shows: 'every pair of pods connects exactly when programs.yaml lists the call',
  // The previous release may have fewer programs.
  after: ['upgrade'],
  inspect: 'kubectl -n heliograph get networkpolicies; nft list table inet network_policies on a node',
  async run({ cluster }): Promise<Figures> {
    const start = performance.now();
    const text = await readFile(join(cluster.paths.repository, 'charts/heliograph/programs.yaml'), 'utf8');
    const programs = parse(text) as Record<string, Program>;
    const connections = expectedConnections(programs, EDGE_NAMESPACE, MONITORING_NAMESPACE);
    const wrong: string[] = [];
    for (const from of new Set(connections.map((connection) => connection.from))) {
      const group = connections.filter((connection) => connection.from === from);
      const open = await tryAll(cluster, from, group);
      group.forEach(({ to, port, isAllowed }, index) => {
        if (open[index] !== isAllowed)
          wrong.push(`${from} → ${to}:${port} is ${open[index] ? 'open' : 'refused'}`);
      });
    }
    check(wrong.length === 0, wrong.join('\n    '));
    const open = connections.filter(({ isAllowed }) => isAllowed).length;
    return { connections: connections.length, open, refused: connections.length - open, took: since(start) };
  },
};

/** Tries connections from a service's pod, or from a namespace's client. @returns whether each was accepted. */
async function tryAll(
  cluster: Cluster,
  from: string,
  connections: readonly Connection[],
): Promise<boolean[]> {
  const pods = await settled(cluster);
  const infrastructure = await cluster.get<Pod>(
    'pods',
    '-n',
    NAMESPACE,
    '-l',
    'app.kubernetes.io/part-of=heliograph-development',
  );
  const addressOf = (name: string): string => {
    const pod =
      pods.find((each) => componentOf(each) === name) ??
      infrastructure.find(({ metadata }) => metadata.name === `${name}-0`);
    check(pod?.status.podIP !== undefined, `there is no pod of ${name}`);
    return pod.status.podIP;
  };
  const service = pods.find((pod) => componentOf(pod) === from);
  const pod = service ?? (await podOf(cluster, from, 'client'));
  const program = join(cluster.paths.tool, 'dist/programs/connect.js');
  const input = JSON.stringify(connections.map(({ to, port }) => ({ host: addressOf(to), port })));
  return JSON.parse(await runInPod(cluster, pod, [process.execPath, program], { input })) as boolean[];
}
