import { inBatches } from '@heliograph/postgres';
import type { Context } from '../context';

/** Rows per transaction: few enough that its locks are held only briefly. */
const BATCH = 1_000;

/**
 * Removes expired idempotency records, hours of budgets and of stored responses, received signals, usage of test keys,
 * and states of verifications, until none is left or it is stopped; then checks the size of stored responses.
 */
export async function removeOld(
  {
    keys,
    budgets,
    responses,
    responseBound,
    signals,
    test,
    verification,
    metrics,
  }: Pick<
    Context,
    'keys' | 'budgets' | 'responses' | 'responseBound' | 'signals' | 'test' | 'verification' | 'metrics'
  >,
  isStopped: () => boolean,
): Promise<void> {
  const batches = { size: BATCH, isStopped };
  await inBatches(batches, async () => {
    const removed = await keys.removeFree(BATCH);
    metrics.keysRemoved(removed);
    return removed;
  });
  await inBatches(batches, () => budgets.removeOld(BATCH));
  await inBatches(batches, () => responses.removeOld(BATCH));
  await inBatches(batches, () => signals.removeOld(BATCH));
  await inBatches(batches, () => test.removeOld(BATCH));
  await inBatches(batches, () => verification.removeOld(BATCH));
  responseBound.note(await responses.readUse(responseBound.bytes));
}
