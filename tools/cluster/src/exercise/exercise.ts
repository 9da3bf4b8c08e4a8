import { setTimeout as delay } from 'node:timers/promises';
import type { CallerCredentials } from '@heliograph/runtime';
import type { Cluster } from '../cluster';
import { Load } from '../load/load';
import { makeCustomer } from '../load/customer';
import { waitForSemanticSearch } from '../load/wait-for-semantic-search';
import { reconcile, violationsOf } from '../load/reconcile';
import { reportOf, type ExerciseReport } from './report';

/** What to do to a cluster under load. */
export interface Plan {
  /** Replace every instance of every service. */
  rollingRestart: boolean;
  /** Services restarted at the same time. */
  atOnce: number;
  /** Numbers of instances, one after another. */
  scale: readonly { service: string; replicas: readonly number[] }[];
  /** Minimum duration of the load. */
  durationMs: number;
  connections: number;
  requestsPerSecond: number;
  /** Whether a share of the searches are semantic, once everything is embedded. */
  semantic: boolean;
}

interface ExerciseOptions {
  cluster: Cluster;
  credentials: CallerCredentials;
  plan: Plan;
  say: (text: string) => void;
  /** Aborted to end early. */
  signal: AbortSignal;
}

/** Time under load before the first change and after the last. */
const LEAD_MS = 2_000;

/** Runs a plan under load and compares what clients saw with the reconciliation. */
export async function exercise({
  cluster,
  credentials,
  plan,
  say,
  signal,
}: ExerciseOptions): Promise<ExerciseReport> {
  const access = { addressOf: (service: string) => cluster.addressOf(service), credentials };
  const customer = await makeCustomer(access);
  const { connections, requestsPerSecond, semantic } = plan;
  const { apiKey } = customer;
  if (semantic) {
    say('Waiting until everything is embedded');
    // Uses another customer, whose charges are not part of the load.
    const { apiKey: other } = await makeCustomer(access);
    await waitForSemanticSearch(cluster.gatewayUrl, other, signal);
  }
  const load = new Load({ url: cluster.gatewayUrl, apiKey, connections, requestsPerSecond, semantic });
  say(`Load: ${requestsPerSecond} requests per second over ${connections} connections`);
  const beganAt = performance.now();
  load.start();
  const actions: { action: string; seconds: number }[] = [];
  const doing = async (action: string, work: () => Promise<void>) => {
    if (signal.aborted) return;
    const startedAt = performance.now();
    await work();
    actions.push({ action, seconds: (performance.now() - startedAt) / 1_000 });
  };
  const wait = (ms: number) => delay(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
  try {
    await wait(LEAD_MS);
    if (plan.rollingRestart) await doing('rolling restart', () => cluster.restart([], plan.atOnce));
    for (const { service, replicas } of plan.scale) {
      for (const count of replicas) {
        await doing(`scale ${service} to ${count}`, () => cluster.scale(service, count));
        await wait(LEAD_MS);
      }
    }
    await wait(plan.durationMs - (performance.now() - beganAt));
    await wait(LEAD_MS);
  } finally {
    await load.stop();
  }
  const result = await load.stop();
  say('Reconciling');
  const reconciliation = await reconcile(access, customer.accountId, result);
  const { incidents } = cluster.status;
  return reportOf({ actions, result, reconciliation, violations: violationsOf(reconciliation), incidents });
}
