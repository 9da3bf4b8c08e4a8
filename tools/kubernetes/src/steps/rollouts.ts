import { waitFor } from '@heliograph/testing';
import { isReady } from '../machine/pods';
import { runCommand } from '../run-command';
import { NAMESPACE, RELEASE } from '../settings';
import { requireNoFailure, SERVICE_URL, underLoad } from './load';
import { heliographAdmin, rolledOut, servicePods, settled, upgrade } from './release';
import { check, since, type Context, type Figures, type Step } from './step';

const INSPECT =
  'kubectl -n heliograph get pods -o wide; kubectl -n heliograph get events --sort-by=.lastTimestamp; logs of heliograph-gateway';

/** Target number of gateway replicas; it starts with two. */
const WANTED_PODS = 3;
const SCALING_MS = 240_000;

/** Tags of the images that the release's pods run. */
async function runningTags({ cluster }: Context): Promise<Set<string>> {
  const path = 'jsonpath={range .items[*]}{.spec.template.spec.containers[0].image}{"\\n"}{end}';
  const selector = `app.kubernetes.io/instance=${RELEASE}`;
  const images = await cluster.kubectl('-n', NAMESPACE, 'get', 'deployments', '-l', selector, '-o', path);
  return new Set(
    images
      .trim()
      .split('\n')
      .map((image) => image.split(':').at(-1)!),
  );
}

async function requireTag(context: Context, tag: string): Promise<void> {
  const tags = [...(await runningTags(context))];
  check(tags.length === 1 && tags[0] === tag, `deployments have images ${tags.join(', ')} instead of ${tag}`);
}

/** As in docs/operations/kubernetes.md. */
async function addToSecret({ cluster, current }: Context): Promise<void> {
  const existing = await cluster.kubectl('get', 'secret', 'heliograph', '-n', NAMESPACE, '-o', 'json');
  const program = [current.admin, 'kubernetes-secret', '--existing', '-', '--namespace', NAMESPACE];
  await cluster.apply(await runCommand(process.execPath, program, { input: existing }));
}

export const rollingUpgrade: Step = {
  name: 'upgrade',
  shows:
    'helm upgrade from the previous release migrates while its pods run and replaces all of them; no request fails',
  after: ['import'],
  inspect: INSPECT,
  async run(context): Promise<Figures> {
    const { cluster, current } = context;
    await settled(cluster);
    await addToSecret(context);
    const { result, parts, figures } = await underLoad(cluster, async () => {
      const start = performance.now();
      await upgrade(context, current);
      return since(start);
    });
    requireNoFailure(parts);
    await requireTag(context, current.tag);
    await settled(cluster);
    await cluster.helm('test', RELEASE, '-n', NAMESPACE, '--logs');
    return { to: current.tag, after: result, ...figures };
  },
};

export const rollback: Step = {
  name: 'rollback',
  shows: 'helm rollback restores the previous release, and an upgrade restores this one; no request fails',
  after: ['upgrade'],
  inspect: INSPECT,
  async run(context): Promise<Figures> {
    const { cluster, previous, current } = context;
    const { result, parts, figures } = await underLoad(cluster, async () => {
      const start = performance.now();
      await cluster.helm('rollback', RELEASE, '-n', NAMESPACE, '--timeout', '11m');
      await rolledOut(cluster);
      await requireTag(context, previous.tag);
      const back = since(start);
      await upgrade(context, current);
      return back;
    });
    requireNoFailure(parts);
    await requireTag(context, current.tag);
    await settled(cluster);
    return { 'back after': result, ...figures };
  },
};

export const badUpgrade: Step = {
  name: 'bad-upgrade',
  shows: 'an upgrade to nonexistent images rolls itself back while the old pods serve; no request fails',
  after: ['upgrade'],
  inspect: INSPECT,
  async run(context): Promise<Figures> {
    const { cluster, current } = context;
    const { result, parts, figures } = await underLoad(cluster, async () => {
      const values = [
        '--reuse-values',
        '--set',
        'image.tag=nowhere',
        '--rollback-on-failure',
        '--timeout',
        '40s',
      ];
      return cluster.tryAsAdministrator('helm', [
        'upgrade',
        RELEASE,
        current.chart,
        '-n',
        NAMESPACE,
        ...values,
      ]);
    });
    check(result.status !== 0, 'helm reports success');
    requireNoFailure(parts);
    await requireTag(context, current.tag);
    return { said: result.stderr.trim().split('\n').at(-1)!.slice(0, 120), ...figures };
  },
};

export const autoscaling: Step = {
  name: 'autoscaling',
  shows: "the gateway's HorizontalPodAutoscaler sees requests in flight and adds pods until there are enough",
  after: ['upgrade'],
  inspect: 'kubectl -n heliograph describe hpa heliograph-gateway; log/metrics.log of node 1',
  async run(context): Promise<Figures> {
    const { cluster, current } = context;
    const start = performance.now();
    await upgrade(context, current, ['autoscaling']);
    const crowd = [
      { name: 'crowd', url: SERVICE_URL, connections: 48, requestsPerSecond: 2_000, newConnections: true },
    ];
    const { parts, figures } = await underLoad(
      cluster,
      () =>
        waitFor(async () => (await servicePods(cluster, 'gateway')).filter(isReady).length >= WANTED_PODS, {
          timeoutMs: SCALING_MS,
          description: 'more pods of the gateway',
        }),
      crowd,
    );
    const hpa = JSON.parse(
      await cluster.kubectl('-n', NAMESPACE, 'get', 'hpa', 'heliograph-gateway', '-o', 'json'),
    ) as { status: { currentMetrics?: { type: string; pods?: { current: { averageValue: string } } }[] } };
    const seen = hpa.status.currentMetrics?.find(({ type }) => type === 'Pods')?.pods?.current.averageValue;
    check(seen !== undefined, 'the autoscaler does not see the metric');
    await upgrade(context, current);
    requireNoFailure(parts);
    return { pods: `2 to ${WANTED_PODS}`, 'in flight by pod': seen, after: since(start), ...figures };
  },
};

export const reconciliation: Step = {
  name: 'reconcile',
  shows: 'after all of this, heliograph-admin reconcile finds no difference between ledger and metering',
  after: ['import'],
  inspect: 'kubectl -n heliograph logs deployment/heliograph-metering',
  async run({ cluster }): Promise<Figures> {
    const output = await heliographAdmin(cluster, 'reconcile', '--json');
    const { differences } = JSON.parse(output) as { differences: unknown[] };
    check(differences.length === 0, output);
    return { differences: differences.length };
  },
};
