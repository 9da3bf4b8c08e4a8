import type { Context } from '../context';

/** Per transaction: few enough that its locks are held only briefly. */
const BATCH = 1_000;

/**
 * Removes idempotency records, hours of budgets and of stored answers, signals received, and usage of test keys that
 * have expired, until none is left or it is stopped; then checks the size of stored answers.
 */
export async function removeOld(
  {
    keys,
    budgets,
    answers,
    answerBound,
    signals,
    test,
    metrics,
  }: Pick<Context, 'keys' | 'budgets' | 'answers' | 'answerBound' | 'signals' | 'test' | 'metrics'>,
  isStopped: () => boolean,
): Promise<void> {
  await inBatches(isStopped, async () => {
    const removed = await keys.removeFree(BATCH);
    metrics.keysRemoved(removed);
    return removed;
  });
  await inBatches(isStopped, () => budgets.removeOld(BATCH));
  await inBatches(isStopped, () => answers.removeOld(BATCH));
  await inBatches(isStopped, () => signals.removeOld(BATCH));
  await inBatches(isStopped, () => test.removeOld(BATCH));
  answerBound.note(await answers.readUse(answerBound.bytes));
}

async function inBatches(isStopped: () => boolean, remove: () => Promise<number>): Promise<void> {
  while (!isStopped() && (await remove()) >= BATCH);
}
