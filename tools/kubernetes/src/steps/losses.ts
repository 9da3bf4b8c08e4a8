import { waitFor } from '@heliograph/testing';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadResult } from '@heliograph/cluster';
import type { Cluster } from '../machine/cluster';
import { isReady, type Pod } from '../machine/pods';
import { EDGE_NAMESPACE, NAMESPACE } from '../settings';
import { CLIENTS, requireNoFailure, underLoad, type LoadPart } from './load';
import { componentOf, podOf, rolledOut, servicePods, settled } from './release';
import { check, since, type Figures, type Step } from './step';

const PODS = 'kubectl -n heliograph get pods -o wide; logs of heliograph-gateway';
const READY_MS = 240_000;
const UNDISTURBED_MS = 20_000;

export const undisturbed: Step = {
  name: 'undisturbed',
  shows:
    'without any change no request fails; otherwise the machine is too busy for conclusions about changes',
  after: ['import'],
  inspect: 'the load of the machine (uptime)',
  async run({ cluster }): Promise<Figures> {
    await settled(cluster);
    const { parts, figures } = await underLoad(cluster, () => delay(UNDISTURBED_MS));
    requireNoFailure(parts);
    return figures;
  },
};

export const deletedPods: Step = {
  name: 'deleted-pods',
  shows: 'a pod of each service is deleted, then one each of Redis and Kafka; no request fails',
  after: ['upgrade'],
  inspect: PODS,
  async run({ cluster }): Promise<Figures> {
    const pods = await settled(cluster);
    const components = [...new Set(pods.map(componentOf))];
    const { parts, figures } = await underLoad(cluster, async () => {
      for (const component of components) {
        const [pod] = await servicePods(cluster, component);
        await cluster.kubectl('-n', NAMESPACE, 'delete', 'pod', pod!.metadata.name, '--wait=false');
        await rolledOut(cluster);
      }
      for (const name of ['redis', 'kafka']) await replacePod(cluster, name);
      await settled(cluster);
    });
    requireNoFailure(parts);
    return { deleted: components.length + 2, ...figures };
  },
};

export const deletedDatabase: Step = {
  name: 'deleted-database',
  shows:
    'the pod of PostgreSQL is deleted: requests succeed soon after it is back, and no charge is lost or doubled',
  after: ['upgrade'],
  inspect: 'kubectl -n heliograph describe pod postgresql-0; kubectl -n heliograph get pods',
  async run({ cluster }): Promise<Figures> {
    await settled(cluster);
    const { result, parts, figures } = await underLoad(cluster, async () => {
      const start = performance.now();
      await replacePod(cluster, 'postgresql');
      const away = since(start);
      await delay(AFTER_MS);
      return { start, away, end: performance.now() };
    }, [CLIENTS[0]!]);
    const late = failedAfter(parts.kept!, parts.kept!.seconds * 1_000 - AFTER_MS / 2);
    check(late === 0, `${late} requests failed long after PostgreSQL was back`);
    const restarted = (await settled(cluster)).flatMap(({ status }) => status.containerStatuses ?? []);
    const restarts = restarted.reduce((sum, { restartCount }) => sum + restartCount, 0);
    return { away: result.away, ...figures, restarts };
  },
};

export const drain: Step = {
  name: 'drain',
  shows: 'kubectl drain empties a node within the disruption budgets; no request fails',
  after: ['upgrade'],
  inspect: PODS,
  async run({ cluster }): Promise<Figures> {
    await settled(cluster);
    try {
      const { result, parts, figures } = await underLoad(cluster, async () => {
        const start = performance.now();
        const options = ['--ignore-daemonsets', '--delete-emptydir-data', '--force', '--timeout=300s'];
        await cluster.kubectl('drain', 'node2', ...options);
        const took = since(start);
        await settled(cluster);
        return took;
      });
      requireNoFailure(parts);
      return { drained: result, ...figures };
    } finally {
      await cluster.kubectl('uncordon', 'node2');
      await spread(cluster);
    }
  },
};

export const lostNode: Step = {
  name: 'lost-node',
  shows:
    'a node vanishes silently: the other gateway, and the Ingress, answer every request again within 10 s',
  after: ['upgrade'],
  inspect: 'logs of heliograph-gateway: calls to peers that do not answer; kubectl get nodes',
  async run({ cluster }): Promise<Figures> {
    await settled(cluster);
    const survivor = (await servicePods(cluster, 'gateway')).find(({ spec }) => spec.nodeName === 'node1');
    check(survivor !== undefined, 'no gateway is on node 1');
    const direct = `http://${survivor.status.podIP}:8080`;
    const clients: LoadPart[] = [
      { name: 'surviving', url: direct, connections: 24, requestsPerSecond: 16 },
      // Clients of an Ingress do not use the cluster's DNS, half of which may be lost.
      { ...CLIENTS.find(({ name }) => name === 'ingress')!, address: await ingressAddress(cluster) },
      ...CLIENTS.filter(({ name }) => name === 'new'),
    ];
    try {
      const { result, parts, figures } = await underLoad(
        cluster,
        async () => {
          const lostAt = Date.now();
          await cluster.loseNode(2);
          await cluster.kubectl('wait', 'node/node2', '--for=condition=Ready=Unknown', '--timeout=120s');
          const unknownAt = Date.now();
          await delay(AFTER_MS);
          return { lostAt, noticed: (unknownAt - lostAt) / 1_000 };
        },
        clients,
      );
      const outages = Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, outageAfter(part, result.lostAt)]),
      );
      const { surviving = 0, ingress = 0 } = outages;
      check(
        Math.max(surviving, ingress) <= ANSWERS_AGAIN_S,
        `the surviving gateway failed requests for ${surviving.toFixed(1)} s, the Ingress for ${ingress.toFixed(1)} s`,
      );
      const described = Object.entries(outages).map(([name, seconds]) => [
        `last failure, ${name}`,
        `${seconds.toFixed(1)} s`,
      ]);
      const failed = Object.entries(parts).map(([name, { failures }]) => [
        `failed, ${name}`,
        failures.length,
      ]);
      return {
        ...(Object.fromEntries([...described, ...failed]) as Figures),
        'node not ready after': `${result.noticed.toFixed(0)} s`,
        ...figures,
      };
    } finally {
      await cluster.startNode(2);
      await cluster.waitForNodes();
      await spread(cluster);
    }
  },
};

async function ingressAddress(cluster: Cluster): Promise<string> {
  const path = 'jsonpath={.spec.clusterIP}';
  return await cluster.kubectl('-n', EDGE_NAMESPACE, 'get', 'service', 'traefik', '-o', path);
}

const ANSWERS_AGAIN_S = 10;
/** Time under load after the lost part is back or its loss is known. */
const AFTER_MS = 15_000;

/** Deletes a StatefulSet's pod and waits for its replacement. */
async function replacePod(cluster: Cluster, name: string): Promise<void> {
  await cluster.kubectl('-n', NAMESPACE, 'delete', 'pod', `${name}-0`);
  const isBack = async (): Promise<boolean> => isReady(await podOf(cluster, NAMESPACE, `${name}-0`));
  await waitFor(isBack, { timeoutMs: READY_MS, description: `${name}-0` });
}

/** Restarts the Deployments to spread pods again: they don't move when a node comes back. */
async function spread(cluster: Cluster): Promise<void> {
  const selector = 'app.kubernetes.io/instance=heliograph';
  await cluster.kubectl('-n', NAMESPACE, 'rollout', 'restart', 'deployment', '-l', selector);
  const pods: Pod[] = await settled(cluster);
  check(
    new Set(pods.map(({ spec }) => spec.nodeName)).size === 2,
    'after a restart all pods are on one node',
  );
}

/** Requests that failed more than this many milliseconds after the load began. */
function failedAfter({ failures }: LoadResult, atMs: number): number {
  return failures.filter((failure) => failure.atMs > atMs).length;
}

/** Seconds from a moment (Unix time, ms) to a load's last failure; 0 when nothing failed after it. */
function outageAfter({ startedAt, failures }: LoadResult, moment: number): number {
  const last = Math.max(0, ...failures.map(({ atMs }) => atMs));
  return last === 0 ? 0 : Math.max(0, (startedAt + last - moment) / 1_000);
}
