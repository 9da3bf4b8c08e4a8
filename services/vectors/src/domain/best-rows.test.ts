import { BestRows } from './best-rows';

const greaterRowFirst = (first: number, second: number) => second - first;

function best(limit: number, scores: readonly number[]): number[] {
  const candidates = new BestRows(limit, greaterRowFirst);
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

it('keeps, of equal scores at the edge, those of the greatest ids, in whatever order they come', () => {
  const scores = Array.from({ length: 1_000 }, (_, row) => (row % 100 === 0 ? 2 : 1));
  expect(best(13, scores)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 997, 998, 999]);
});

it('keeps what sorting keeps, whatever the scores and their order', () => {
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
