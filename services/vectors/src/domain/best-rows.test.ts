import { BestRows, LARGEST_OFFER } from './best-rows';

const greaterRowFirst = (first: number, second: number) => second - first;

/** Offers the rows that reach the threshold, a block at a time. */
function offer(candidates: BestRows, scores: readonly number[]): void {
  for (let first = 0; first < scores.length; first += LARGEST_OFFER) {
    const block = Float32Array.from(scores.slice(first, first + LARGEST_OFFER));
    const positions = Uint32Array.from(block.keys()).filter(
      (position) => block[position]! >= candidates.threshold,
    );
    candidates.offer(first, positions, positions.length, block);
  }
}

function best(limit: number, scores: readonly number[]): number[] {
  const candidates = new BestRows(greaterRowFirst);
  // State that the next `begin` must forget.
  candidates.begin(3);
  offer(candidates, new Array<number>(5).fill(1e31));
  candidates.begin(limit);
  offer(candidates, scores);
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

it('returns the rows between two scores, and the approximate score at a rank', () => {
  const candidates = new BestRows(greaterRowFirst);
  candidates.begin(1_000);
  const scores = Array.from({ length: 1_500 }, (_, row) => Math.fround(Math.sin(row * 12.9898)));
  offer(candidates, scores);
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
  offer(candidates, new Array<number>(15).fill(0.5));
  expect(candidates.between(candidates.scoreAt(5), Infinity)).toHaveLength(15);
});

it('takes rows of a list by their positions', () => {
  const candidates = new BestRows(greaterRowFirst);
  candidates.begin(2);
  candidates.offerListed(Uint32Array.of(70, 80, 90), Uint32Array.of(0, 2), 2, Float32Array.of(1, 9, 2));
  candidates.offer(100, Uint32Array.of(5), 1, new Float32Array(6).fill(3));
  expect([...candidates.take()]).toEqual([90, 105]);
  expect(candidates.threshold).toBe(2);
});
