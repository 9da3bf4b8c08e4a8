import type { Context } from '../context';

/** Per transaction: few enough that its locks are held only briefly. */
const BATCH = 1_000;

/**
 * Removes idempotency records, hours of budgets and of stored responses, signals received, and usage of test keys that
 * have expired, until none is left or it is stopped; then checks the size of stored responses.
 */
export async function removeOld(
  {
    keys,
    budgets,
    responses,
    responseBound,
    signals,
    test,
    metrics,
  }: Pick<Context, 'keys' | 'budgets' | 'responses' | 'responseBound' | 'signals' | 'test' | 'metrics'>,
  isStopped: () => boolean,
): Promise<void> {
  await inBatches(isStopped, async () => {
    const removed = await keys.removeFree(BATCH);
    metrics.keysRemoved(removed);
    return removed;
  });
  await inBatches(isStopped, () => budgets.removeOld(BATCH));
  await inBatches(isStopped, () => responses.removeOld(BATCH));
  await inBatches(isStopped, () => signals.removeOld(BATCH));
  await inBatches(isStopped, () => test.removeOld(BATCH));
  responseBound.note(await responses.readUse(responseBound.bytes));
}

async function inBatches(isStopped: () => boolean, remove: () => Promise<number>): Promise<void> {
  while (!isStopped() && (await remove()) >= BATCH);
}
