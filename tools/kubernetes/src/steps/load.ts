import type { LoadCustomer, LoadResult, Reconciliation } from '@heliograph/cluster';
import { percentile, waitFor } from '@heliograph/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { Cluster } from '../machine/cluster';
import { outputOf, runInPod, startInPod } from '../machine/pods';
import { EDGE_NAMESPACE, NAMESPACE, PAUSE_IMAGE, RELEASE } from '../settings';
import { followLogs } from './evidence';
import { podOf, secretValue } from './release';
import { check, type Figures } from './step';

export const SERVICE_URL = `http://${RELEASE}-gateway.${NAMESPACE}.svc.cluster.local:8080`;
export const INGRESS_URL = `http://traefik.${EDGE_NAMESPACE}.svc.cluster.local`;
const ADMIN_POD = 'suite-admin';
/** Requests that each part of the load sends before the change. */
const LEAD_REQUESTS = 30;
const LEAD_MS = 60_000;
/** Time under load after the change. */
const TAIL_MS = 3_000;

/** One client program. */
export interface LoadPart {
  name: string;
  url: string;
  address?: string;
  connections: number;
  requestsPerSecond: number;
  newConnections?: boolean;
}

/** Like real clients: an SDK that reuses connections, a script that opens new ones, and traffic through the Ingress. */
export const CLIENTS: readonly LoadPart[] = [
  { name: 'kept', url: SERVICE_URL, connections: 16, requestsPerSecond: 16 },
  { name: 'new', url: SERVICE_URL, connections: 6, requestsPerSecond: 6, newConnections: true },
  { name: 'ingress', url: INGRESS_URL, connections: 6, requestsPerSecond: 6 },
];

interface Loaded<Result> {
  /** The result of the work done under load. */
  result: Result;
  /** By part name. */
  parts: Record<string, LoadResult>;
  figures: Figures;
}

/**
 * Does something while clients send paid requests, then compares their charges with ledger and metering.
 *
 * @param work begins when every part has had responses.
 * @throws CheckFailure when responses, ledger, and metering differ although no request failed: a failed one may or may
 *   not have been charged.
 */
export async function underLoad<Result>(
  cluster: Cluster,
  work: () => Promise<Result>,
  clients: readonly LoadPart[] = CLIENTS,
): Promise<Loaded<Result>> {
  const customer = await newCustomer(cluster);
  const running = await Promise.all(clients.map((part) => startLoad(cluster, part, customer.apiKey)));
  const unfollow = followLogs(cluster);
  let result: Result;
  try {
    for (const { name, counts } of running)
      await waitFor(() => counts().requests >= LEAD_REQUESTS, {
        timeoutMs: LEAD_MS,
        description: `answers to ${name}`,
      });
    result = await work();
    await delay(TAIL_MS);
  } finally {
    unfollow();
    for (const { stop } of running) stop();
  }
  const parts: Record<string, LoadResult> = {};
  for (const { name, ended } of running) parts[name] = await ended;
  const failed = Object.values(parts).flatMap(({ failures }) => failures).length;
  const agreement = await agreementOf(cluster, customer, Object.values(parts));
  if (failed === 0) check(agreement.length === 0, agreement.join('; '));
  return { result, parts, figures: figuresOf(parts) };
}

/** @throws CheckFailure naming the first failed request. */
export function requireNoFailure(parts: Record<string, LoadResult>): void {
  const failures = Object.entries(parts).flatMap(([part, { failures: list }]) =>
    list.map((one) => ({ part, ...one })),
  );
  const shown = failures
    .slice(0, 8)
    .map(
      ({ part, operation, status, reason, atMs, tookMs }) =>
        `${part}: ${operation} ${status} ${reason} at ${atMs} ms for ${tookMs} ms`,
    );
  check(failures.length === 0, `${failures.length} requests failed:\n    ${shown.join('\n    ')}`);
}

function figuresOf(parts: Record<string, LoadResult>): Figures {
  const results = Object.values(parts);
  const latencies = Float64Array.from(results.flatMap((one) => one.latencies)).sort();
  const at = (share: number) => `${Math.round(percentile(latencies, share))} ms`;
  return {
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
    failed: results.reduce((sum, { failures }) => sum + failures.length, 0),
    replays: results.reduce((sum, { replays }) => sum + replays, 0),
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
  };
}

async function startLoad(cluster: Cluster, { name, ...options }: LoadPart, apiKey: string) {
  const program = join(cluster.paths.tool, 'dist/programs/load.js');
  const client = await podOf(cluster, EDGE_NAMESPACE, 'client');
  const child = await startInPod(cluster, client, [
    process.execPath,
    program,
    JSON.stringify({ ...options, apiKey }),
  ]);
  let last = { requests: 0, failures: 0 };
  child.stdout.on('data', (chunk: Buffer) => {
    const line = /\{"requests":(\d+),"failures":(\d+)\}\n/.exec(chunk.toString());
    if (line) last = { requests: Number(line[1]), failures: Number(line[2]) };
  });
  const ended = outputOf(child, `the load ${name}`).then(
    (output) => JSON.parse(output.trimEnd().split('\n').at(-1)!) as LoadResult,
  );
  // Awaited only after stopping; this handles an earlier rejection.
  ended.catch(() => undefined);
  return { name, counts: () => last, stop: () => void child.stdin.end(), ended };
}

async function newCustomer(cluster: Cluster): Promise<LoadCustomer> {
  return JSON.parse(await runAccount(cluster, ['customer'])) as LoadCustomer;
}

/** Violations, one sentence each. */
async function agreementOf(
  cluster: Cluster,
  { accountId }: LoadCustomer,
  results: LoadResult[],
): Promise<string[]> {
  const charged = JSON.stringify(results.flatMap((result) => result.charged));
  const response = JSON.parse(await runAccount(cluster, ['reconcile', accountId], charged)) as {
    reconciliation: Reconciliation;
    violations: string[];
  };
  return response.violations;
}

/** Runs as heliograph-admin, in a pod with its labels, so that its network policies apply. */
async function runAccount(cluster: Cluster, args: readonly string[], input = ''): Promise<string> {
  await cluster.apply(adminPod());
  await cluster.kubectl(
    '-n',
    NAMESPACE,
    'wait',
    `pod/${ADMIN_POD}`,
    '--for=condition=Ready',
    '--timeout=60s',
  );
  const command = [process.execPath, join(cluster.paths.tool, 'dist/programs/account.js'), ...args];
  const environment = { CALLER_KEY: await secretValue(cluster, 'CALLER_KEY_ADMIN') };
  return runInPod(cluster, await podOf(cluster, NAMESPACE, ADMIN_POD), command, { input, environment });
}

/** A pod that only provides a network, with heliograph-admin's labels, under the restricted Pod Security Standard. */
function adminPod(): object {
  const labels = { name: 'heliograph', instance: RELEASE, component: 'admin' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: ADMIN_POD,
      namespace: NAMESPACE,
      labels: Object.fromEntries(
        Object.entries(labels).map(([key, value]) => [`app.kubernetes.io/${key}`, value]),
      ),
    },
    spec: {
      nodeName: 'node1',
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 0,
      securityContext: { runAsNonRoot: true, runAsUser: 65_535, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'pause',
          image: PAUSE_IMAGE,
          imagePullPolicy: 'Never',
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  };
}
