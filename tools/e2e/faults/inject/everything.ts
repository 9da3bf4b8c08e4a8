import { once } from 'node:events';
import { signal } from '../bed/processes';
import type { Inject, Injection } from './injection';

const POWER_CUT_PROBABILITY = 0.5;

/**
 * Kills the launcher and all its descendants at once, sometimes broker and Redis too; then runs `npm start` as if
 * nothing had happened.
 */
export const killEverything: Inject = async (injection) => {
  const { bed, random, alsoTargets } = injection;
  const isPowerCut = random.chance(POWER_CUT_PROBABILITY);
  const broker = isPowerCut ? bed.broker : undefined;
  const redis = isPowerCut && alsoTargets.has('redis') ? bed.redis : undefined;
  await Promise.all([killSystem(injection), broker?.kill(), redis?.kill()]);
  await Promise.all([broker?.restart(), redis?.run()]);
  const besides = [broker && 'broker', redis && 'Redis'].filter(Boolean).join(' and ') || 'nothing';
  return [`${besides} besides`, ...(await startAgain(injection))].join('; ');
};

/** Like {@link killEverything}, and also loses what PostgreSQL and others wrote to the disk without a flush. */
export const losePower: Inject = async (injection) => {
  const disk = injection.bed.disk!;
  await killSystem(injection, () => disk.losePower());
  await disk.restorePower();
  return (await startAgain(injection)).join('; ');
};

/** @param first runs before anything is killed. */
async function killSystem(
  { bed, random, markInjected }: Injection,
  first?: () => Promise<void>,
): Promise<void> {
  const [launcher, ...others] = await bed.processes.all();
  const { launcher: child } = bed.system;
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  markInjected();
  await first?.();
  // Kills the launcher first, because it would restart the others.
  if (launcher) signal(launcher, 'SIGKILL');
  for (const process of random.shuffle(others)) signal(process, 'SIGKILL');
  await ended;
}

async function startAgain({ bed }: Injection): Promise<string[]> {
  return (await bed.startAgain()).map((text) => `not started: ${text}`);
}
