import { TopCandidates } from './top-candidates';

const greaterRowFirst = (first: number, second: number) => second - first;

function best(limit: number, scores: readonly number[]): number[] {
  const candidates = new TopCandidates(limit, greaterRowFirst);
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
