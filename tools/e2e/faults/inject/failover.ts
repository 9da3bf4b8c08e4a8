import type { PatroniCluster, PatroniNode } from '@heliograph/testing';
import { childrenOf, commandOf } from '../bed/processes';
import { waitForDuration, type Inject, type Injection } from './injection';

/** Kills only PostgreSQL. */
export const crashPrimary: Inject = (injection) =>
  runFailover(injection, async (primary) => {
    process.kill((await primary.postmaster())!, 'SIGKILL');
    return () => Promise.resolve();
  });

export const losePrimary: Inject = (injection) =>
  runFailover(injection, async (primary) => {
    await primary.kill();
    return () => primary.start();
  });

export const cutOffPrimary: Inject = (injection) =>
  runFailover(injection, (primary) => {
    primary.cutOff();
    return Promise.resolve(() => Promise.resolve(primary.reconnect()));
  });

/** Without Patroni, it is not demoted and considers itself the primary until Patroni is back. */
export const abandonPrimary: Inject = (injection) =>
  runFailover(injection, async (primary) => {
    await primary.killManager();
    return () => primary.start();
  });

/** Commits wait for the standby's confirmation. */
export const slowStandby: Inject = async (injection) => {
  const standby = await clusterOf(injection).synchronousStandby();
  const receiver = await walReceiverOf(standby);
  injection.markInjected();
  process.kill(receiver, 'SIGSTOP');
  try {
    await waitForDuration(injection);
  } finally {
    process.kill(receiver, 'SIGCONT');
  }
  await clusterOf(injection).untilHealthy();
  return standby.name;
};

/**
 * Hits the primary, waits for a new one, lets the fault last, heals it, and waits for the whole cluster.
 *
 * @param inject returns the function that heals it.
 */
async function runFailover(
  injection: Injection,
  inject: (primary: PatroniNode) => Promise<() => Promise<void>>,
): Promise<string> {
  const cluster = clusterOf(injection);
  await cluster.untilHealthy();
  const primary = await cluster.primary();
  injection.markInjected();
  const injectedAt = performance.now();
  const heal = await inject(primary);
  try {
    const successor = await cluster.primary(primary);
    const seconds = ((performance.now() - injectedAt) / 1_000).toFixed(1);
    await waitForDuration(injection);
    return `${primary.name}, then ${successor.name} after ${seconds} s`;
  } finally {
    await heal();
    await cluster.untilHealthy();
  }
}

function clusterOf({ bed }: Injection): PatroniCluster {
  if (!bed.cluster) throw new Error('there is no cluster of PostgreSQL');
  return bed.cluster;
}

async function walReceiverOf(node: PatroniNode): Promise<number> {
  for (const pid of await childrenOf((await node.postmaster())!)) {
    if ((await commandOf(pid)).includes('walreceiver')) return pid;
  }
  throw new Error(`${node.name} receives nothing`);
}
