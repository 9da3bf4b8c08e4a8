import type { Context } from '../context';

/** Of one transaction: few enough that its locks are held only briefly. */
const BATCH = 1_000;

/** Removes idempotency records and hours of budgets that count as absent, until none is left or it is stopped. */
export async function removeOld(
  { keys, budgets, metrics }: Pick<Context, 'keys' | 'budgets' | 'metrics'>,
  isStopped: () => boolean,
): Promise<void> {
  await inBatches(isStopped, async () => {
    const removed = await keys.removeFree(BATCH);
    metrics.keysRemoved(removed);
    return removed;
  });
  await inBatches(isStopped, () => budgets.removeOld(BATCH));
}

async function inBatches(isStopped: () => boolean, remove: () => Promise<number>): Promise<void> {
  while (!isStopped() && (await remove()) === BATCH);
}
