import { BestRows } from './best-rows';

const greaterRowFirst = (first: number, second: number) => second - first;

function best(limit: number, scores: readonly number[]): number[] {
  const candidates = new BestRows(greaterRowFirst);
  // Forgets what was there before.
  candidates.begin(3);
  for (let row = 0; row < 5; row += 1) candidates.offer(row, 1e31);
  candidates.begin(limit);
  scores.forEach((score, row) => {
    if (Math.fround(score) >= candidates.threshold) candidates.offer(row, score);
  });
  return [...candidates.take()].sort((first, second) => first - second);
}

it('keeps the highest of many', () => {
  const scores = Array.from({ length: 10_000 }, (_, row) => Math.sin(row * 12.9898));
  const expected = [...scores.keys()]
    .sort((first, second) => scores[second]! - scores[first]!)
    .slice(0, 100)
    .sort((first, second) => first - second);
  expect(best(100, scores)).toEqual(expected);
});

it('keeps all when there are few', () => {
  expect(best(5, [3, 1, 2])).toEqual([0, 1, 2]);
});

it('keeps the greatest ids among equal scores at the cutoff, in any order of arrival', () => {
  const scores = Array.from({ length: 1_000 }, (_, row) => (row % 100 === 0 ? 2 : 1));
  expect(best(13, scores)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 997, 998, 999]);
});

it('keeps what sorting would keep, whatever the scores and their order', () => {
  const shapes: ((index: number) => number)[] = [
    (index) => index,
    (index) => -index,
    (index) => Math.fround(1 / (1 + index)),
    (index) => (index * 7_919) % 97,
    (index) => (index % 3 === 0 ? 1e30 : index % 5),
    () => -0.25,
  ];
  for (const shape of shapes) {
    const scores = Array.from({ length: 2_000 }, (_, index) => shape(index));
    const expected = [...scores.keys()]
      .sort((first, second) => scores[second]! - scores[first]! || second - first)
      .slice(0, 37);
    expect(best(37, scores)).toEqual(expected.sort((first, second) => first - second));
  }
});

it('returns which of its rows lie between two scores, and a score that about a given number reaches', () => {
  const candidates = new BestRows(greaterRowFirst);
  candidates.begin(1_000);
  const scores = Array.from({ length: 1_500 }, (_, row) => Math.fround(Math.sin(row * 12.9898)));
  scores.forEach((score, row) => candidates.offer(row, score));
  const rows = [...scores.keys()];
  expect([...candidates.between(-0.25, 0.5)]).toEqual(
    rows.filter((row) => scores[row]! >= -0.25 && scores[row]! < 0.5),
  );
  const reached = candidates.between(candidates.scoreAt(300), Infinity).length;
  expect(reached).toBeGreaterThanOrEqual(299);
  expect(reached).toBeLessThan(310);
});

it('finds all rows when all scores are equal', () => {
  const candidates = new BestRows(greaterRowFirst);
  candidates.begin(10);
  for (let row = 0; row < 15; row += 1) candidates.offer(row, 0.5);
  expect(candidates.between(candidates.scoreAt(5), Infinity)).toHaveLength(15);
});
