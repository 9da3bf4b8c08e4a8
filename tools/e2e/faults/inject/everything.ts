import { once } from 'node:events';
import { signal } from '../bed/processes';
import type { Inject } from './injection';

const POWER_CUT_PROBABILITY = 0.5;

/** The launcher and all below it at once, at times broker and Redis too; then `npm start` as if nothing had happened. */
export const killEverything: Inject = async ({ bed, random, alsoTargets, strikes }) => {
  const isPowerCut = random.chance(POWER_CUT_PROBABILITY);
  const broker = isPowerCut && alsoTargets.has('broker') ? bed.broker : undefined;
  const redis = isPowerCut && alsoTargets.has('redis') ? bed.redis : undefined;
  const [launcher, ...others] = await bed.processes.all();
  const { launcher: child } = bed.system;
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  strikes();
  // The launcher first: it would start again what dies.
  if (launcher) await signal(launcher, 'SIGKILL');
  await Promise.all(random.shuffle(others).map((process) => signal(process, 'SIGKILL')));
  await Promise.all([broker?.kill(), redis?.kill(), ended]);
  await Promise.all([broker?.restart(), redis?.run()]);
  const refusals = await bed.startAgain();
  const besides = [broker && 'broker', redis && 'Redis'].filter(Boolean).join(' and ') || 'nothing';
  return [`${besides} besides`, ...refusals.map((text) => `not started: ${text}`)].join('; ');
};
