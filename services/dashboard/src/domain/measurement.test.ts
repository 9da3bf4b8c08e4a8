import { Measurement } from './measurement';

it('measures once per period, for all concurrent callers', async () => {
  let [nowMs, measured] = [1_000_000, 0];
  let finish: (() => void) | undefined;
  const measurement = new Measurement(
    () => new Promise<number>((resolve) => (finish = () => resolve((measured += 1)))),
    5_000,
    () => nowMs,
  );
  const both = [measurement.read(), measurement.read()];
  finish!();
  expect(await Promise.all(both)).toEqual([
    { atMs: 1_000_000, value: 1 },
    { atMs: 1_000_000, value: 1 },
  ]);
  nowMs += 4_999;
  expect(await measurement.read()).toEqual({ atMs: 1_000_000, value: 1 });
  nowMs += 1;
  const later = measurement.read();
  // The previous one has ended, which takes a turn to notice.
  await Promise.resolve();
  await Promise.resolve();
  finish!();
  expect(await later).toEqual({ atMs: 1_005_000, value: 2 });
  nowMs -= 3_600_000;
  const back = measurement.read();
  await Promise.resolve();
  await Promise.resolve();
  finish!();
  expect(await back).toMatchObject({ value: 3 });
});

it('returns the error instead of a value, and tries again after the period', async () => {
  let nowMs = 0;
  const results = [new Error('away'), 7];
  const measurement = new Measurement(
    async () => {
      const result = results.shift();
      if (result instanceof Error) throw result;
      return result;
    },
    100,
    () => nowMs,
  );
  expect(await measurement.read()).toEqual({ atMs: 0, error: new Error('away') });
  nowMs = 100;
  expect(await measurement.read()).toEqual({ atMs: 100, value: 7 });
});
