import { join } from 'node:path';
import { sampleCorpus } from '@heliograph/sample-corpus';
import { writeFile } from 'node:fs/promises';
import { runCommand } from '../run-command';
import { runInPod } from '../machine/pods';
import { EDGE_NAMESPACE, NAMESPACE, RELEASE } from '../settings';
import { INGRESS_URL, SERVICE_URL } from './load';
import { chartArguments, heliographAdmin, podOf, secretValue, settled } from './release';
import { check, since, type Context, type Figures, type Step } from './step';

const INFRASTRUCTURE = ['postgresql', 'redis', 'kafka'] as const;

export const infrastructure: Step = {
  name: 'infrastructure',
  shows: 'k8s/ comes up in a namespace that enforces the restricted Pod Security Standard',
  after: [],
  inspect: 'kubectl -n heliograph get pods; kubectl -n heliograph describe pod postgresql-0',
  async run({ cluster }: Context): Promise<Figures> {
    const start = performance.now();
    const security = ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']);
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE, labels: Object.fromEntries(security) as Record<string, string> },
    });
    const k8s = join(cluster.paths.repository, 'k8s');
    const applied = await cluster.tryAsAdministrator('kubectl', ['-n', NAMESPACE, 'apply', '-k', k8s]);
    if (applied.status !== 0) throw new Error(applied.stderr);
    check(!applied.stderr.includes('would violate PodSecurity'), applied.stderr);
    for (const name of INFRASTRUCTURE)
      await cluster.kubectl('-n', NAMESPACE, 'rollout', 'status', `statefulset/${name}`, '--timeout=180s');
    return { ready: INFRASTRUCTURE.join(', '), after: since(start), 'without an image': 'qdrant' };
  },
};

export const install: Step = {
  name: 'install',
  shows: 'helm install of the previous release migrates and becomes ready, without a Pod Security warning',
  after: ['infrastructure'],
  inspect:
    'kubectl -n heliograph get pods; kubectl -n heliograph logs -l app.kubernetes.io/component=migrations -c admin',
  async run(context): Promise<Figures> {
    const { cluster, previous } = context;
    await createSecret(context);
    const start = performance.now();
    const installed = await cluster.tryAsAdministrator('helm', [
      'install',
      RELEASE,
      ...chartArguments(context, previous),
    ]);
    if (installed.status !== 0) throw new Error(installed.stderr);
    check(!installed.stderr.includes('would violate PodSecurity'), installed.stderr);
    const hooks = since(start);
    const pods = await settled(cluster);
    const nodes = new Set(pods.map(({ spec }) => spec.nodeName));
    check(nodes.size === 2, `all pods are on ${[...nodes].join()}`);
    return { release: previous.tag, installed: hooks, 'pods ready': pods.length, after: since(start) };
  },
};

export const importStep: Step = {
  name: 'import',
  shows: 'an import from outside the cluster reaches PostgreSQL, and search serves it',
  after: ['install'],
  inspect: 'kubectl -n heliograph logs deployment/heliograph-search',
  async run({ cluster, previous }): Promise<Figures> {
    const start = performance.now();
    const { companies, signals } = sampleCorpus(new Date());
    const files = { companies, signals };
    for (const [name, records] of Object.entries(files)) {
      const lines = records.map((record: object) => `${JSON.stringify(record)}\n`).join('');
      await writeFile(join(cluster.paths.state, `${name}.ndjson`), lines);
    }
    const url = await secretValue(cluster, 'DATABASE_URL_CATALOG');
    const path = (name: string) => join(cluster.paths.state, `${name}.ndjson`);
    const args = [
      'import',
      '--companies',
      path('companies'),
      '--signals',
      path('signals'),
      '--rejects-dir',
      cluster.paths.state,
    ];
    const postgresql = await podOf(cluster, NAMESPACE, 'postgresql-0');
    // From a pod in another namespace: the PostgreSQL in k8s/ has no policy of its own.
    const client = await podOf(cluster, EDGE_NAMESPACE, 'client');
    const reachable = url.replace('@postgresql:', `@${postgresql.status.podIP}:`);
    await runInPod(cluster, client, [process.execPath, previous.admin, ...args], {
      environment: { DATABASE_URL: reachable },
    });
    return { companies: companies.length, signals: signals.length, took: since(start) };
  },
};

export const smokeTest: Step = {
  name: 'helm-test',
  shows: 'helm test searches, charges, and reads usage',
  after: ['import'],
  inspect: 'kubectl -n heliograph logs heliograph-smoke-test',
  async run({ cluster }): Promise<Figures> {
    const start = performance.now();
    await cluster.helm('test', RELEASE, '-n', NAMESPACE, '--logs');
    return { took: since(start) };
  },
};

export const charges: Step = {
  name: 'charges',
  shows:
    'account and key with the function from the notes; searches and charges through Service and Ingress, and a free replay',
  after: ['import'],
  inspect:
    'kubectl -n heliograph logs deployment/heliograph-gateway; kubectl -n edge logs deployment/traefik',
  async run({ cluster }): Promise<Figures> {
    const account = JSON.parse(
      await heliographAdmin(
        cluster,
        'account',
        'create',
        '--email',
        `${crypto.randomUUID()}@suite.example`,
        '--json',
      ),
    ) as { id: string };
    const scopes = ['--scopes', 'signals:read,companies:read', '--name', 'suite'];
    const key = JSON.parse(
      await heliographAdmin(cluster, 'key', 'create', '--account', account.id, ...scopes, '--json'),
    ) as { key: string };
    const once = crypto.randomUUID();
    const first = await ask(cluster, `${SERVICE_URL}/api/v1/signals?limit=3`, key.key, once);
    const again = await ask(cluster, `${INGRESS_URL}/api/v1/signals?limit=3`, key.key, once);
    check(first.status === 200 && first.consumed === '3', `through the Service: ${JSON.stringify(first)}`);
    check(
      again.status === 200 && again.consumed === '0',
      `the replay through the Ingress: ${JSON.stringify(again)}`,
    );
    check(first.body === again.body, 'the replay has another body');
    const wrong = await ask(cluster, `${INGRESS_URL}/api/v1/signals?limit=3`, 'hg_live_nothing', once);
    check(wrong.status === 401, `a wrong key: ${wrong.status}`);
    return { charged: 3, replayed: 'through the Ingress, free', 'wrong key': wrong.status };
  },
};

interface ApiResponse {
  status: number;
  consumed: string | null;
  body: string;
}

/** Sends a request from a client's pod. */
async function ask(
  cluster: Context['cluster'],
  url: string,
  key: string,
  idempotencyKey: string,
): Promise<ApiResponse> {
  const program = `
    const [url, key, idempotencyKey] = process.argv.slice(1);
    const headers = { authorization: 'Bearer ' + key, 'idempotency-key': idempotencyKey };
    fetch(url, { headers }).then(async (answer) => {
      const consumed = answer.headers.get('x-records-consumed');
      console.log(JSON.stringify({ status: answer.status, consumed, body: await answer.text() }));
    });`;
  const client = await podOf(cluster, EDGE_NAMESPACE, 'client');
  const output = await runInPod(cluster, client, [process.execPath, '-e', program, url, key, idempotencyKey]);
  return JSON.parse(output) as ApiResponse;
}

/** As in `docs/operations/kubernetes.md`: heliograph-admin prints the Secret. */
async function createSecret({ cluster, previous }: Context): Promise<void> {
  const development = JSON.parse(
    await cluster.kubectl('get', 'secret', 'heliograph-development', '-n', NAMESPACE, '-o', 'json'),
  ) as { data: Record<string, string> };
  const value = (key: string) => Buffer.from(development.data[key]!, 'base64').toString();
  const manifest = await runCommand(
    process.execPath,
    [previous.admin, 'kubernetes-secret', '--name', 'heliograph', '--namespace', NAMESPACE],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: value('DATABASE_URL_ADMIN'),
        REDIS_URL: value('REDIS_URL'),
        QDRANT_API_KEY: value('QDRANT_API_KEY'),
      },
    },
  );
  await cluster.apply(manifest);
}
