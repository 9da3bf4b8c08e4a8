import { WaitEndScheduler } from './wait-end-scheduler';

const NOW = 1_000_000;

it('ends a few waits at their time', () => {
  const ends = new WaitEndScheduler();
  for (let index = 0; index < 50; index++) expect(ends.schedule(NOW, 30_000, 0.5).endMs).toBe(NOW + 30_000);
  expect(ends.schedule(NOW, 30_000, 0.5).endMs).toBe(NOW + 29_900);
});

it('ends at most 50 per tenth of a second, and none before a third of its wait', () => {
  const ends = new WaitEndScheduler();
  const counts = new Map<number, number>();
  for (let index = 0; index < 10_000; index++) {
    const { endMs } = ends.schedule(NOW, 30_000, index / 10_000);
    expect(endMs).toBeGreaterThanOrEqual(NOW + 10_000);
    expect(endMs).toBeLessThanOrEqual(NOW + 30_000);
    const slice = Math.floor(endMs / 100);
    counts.set(slice, (counts.get(slice) ?? 0) + 1);
  }
  expect(Math.max(...counts.values())).toBe(50);
});

it('spreads what exceeds all slices, and forgets what has ended', () => {
  const ends = new WaitEndScheduler();
  const scheduled = Array.from({ length: 20_000 }, (_, index) =>
    ends.schedule(NOW, 30_000, (index % 1_000) / 1_000),
  );
  const counts = new Map<number, number>();
  for (const { endMs } of scheduled) {
    const slice = Math.floor(endMs / 100);
    counts.set(slice, (counts.get(slice) ?? 0) + 1);
  }
  expect(Math.max(...counts.values())).toBeLessThan(200);
  for (const { free } of scheduled) free();
  expect(ends.schedule(NOW, 30_000, 0.5).endMs).toBe(NOW + 30_000);
});

it('keeps the shortest waits', () => {
  const ends = new WaitEndScheduler();
  for (let index = 0; index < 200; index++) {
    const { endMs } = ends.schedule(NOW + 50, 10, 0.5);
    expect(endMs).toBe(NOW + 60);
  }
});
