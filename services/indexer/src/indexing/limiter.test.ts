import { Limiter } from './limiter';

it('limits concurrency and keeps order, even after a failure', async () => {
  const limiter = new Limiter(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3].map((number) =>
    limiter.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('fails');
      return number;
    }),
  );
  const outcomes = Promise.allSettled(runs);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  ends[0]!();
  await expect(runs[0]).rejects.toThrow('fails');
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  ends[1]!();
  ends[2]!();
  await runs[2];
  await new Promise(setImmediate);
  ends[3]!();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
