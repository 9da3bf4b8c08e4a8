import type { Context } from '../context';

/** Of one transaction: few enough that its locks are held only briefly. */
const BATCH = 1_000;

/** Removes the idempotency records that count as absent, batch by batch until none is left or it is stopped. */
export async function removeFreeKeys(
  context: Pick<Context, 'keys' | 'metrics'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0;
  while (!isStopped()) {
    const removed = await context.keys.removeFree(BATCH);
    total += removed;
    context.metrics.keysRemoved(removed);
    if (removed < BATCH) break;
  }
  return total;
}
