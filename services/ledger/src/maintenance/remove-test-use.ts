import type { Context } from '../context';

/** Of one transaction. */
const BATCH = 1_000;

/** Removes what test keys used long ago, batch by batch until nothing is left or it is stopped. */
export async function removeTestUse(
  { test }: Pick<Context, 'test'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0;
  while (!isStopped()) {
    const removed = await test.removeOld(BATCH);
    total += removed;
    if (removed < BATCH) break;
  }
  return total;
}
