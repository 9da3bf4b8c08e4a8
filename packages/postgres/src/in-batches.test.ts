import { inBatches } from './in-batches';

/** Finds this many rows in each batch. */
const removing = (counts: number[]) => () => Promise.resolve(counts.shift() ?? 0);

it('ends with a batch that is not full, at the maximum, or when stopped', async () => {
  const isStopped = () => false;
  expect(await inBatches({ size: 3, isStopped }, removing([3, 3, 2, 3]))).toBe(8);
  expect(await inBatches({ size: 3, maximumBatches: 2, isStopped }, removing([3, 3, 3]))).toBe(6);
  expect(await inBatches({ size: 3, isStopped: () => true }, removing([3]))).toBe(0);
});
