import { dayOf, idOf, Percolator, type Match, type Snapshot } from '@heliograph/read-model';
import fc from 'fast-check';
import { companies, queries, TODAY } from './support/arbitrary';
import { bruteForce, type PlainQuery } from './support/brute-force';
import { changedCorpus, NOW, run } from './support/changed-corpus';
import { wireFilters } from './support/wire-filters';

const CORPORA = 4;
const QUERIES_OF_CORPUS = 400;
const FIXED_SEED = 20261123;
const today = dayOf(TODAY);

/** The ids that each query matches, sorted. */
function percolate(percolator: Percolator, snapshot: Snapshot): Map<string, string[]> {
  const { matches, undecided } = run(percolator.match(snapshot, today));
  const all: Match[] = [...matches, ...run(percolator.settle(undecided, snapshot, today))];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  return new Map(all.map(({ id, found }) => [id, found.map(idOf).sort()]));
}

/** What each search finds, according to the definition. */
function searched(
  plain: readonly PlainQuery[],
  signals: Parameters<typeof bruteForce>[1],
): Map<string, string[]> {
  const responses = plain.map(
    (query, index) => [String(index), bruteForce(companies, signals, query, NOW).sort()] as const,
  );
  return new Map(responses.filter(([, ids]) => ids.length > 0));
}

for (let round = 0; round < CORPORA; round++) {
  const { corpus, signals } = changedCorpus(FIXED_SEED + round, round);
  const snapshot = corpus.at(NOW.getTime());
  const plain = fc.sample(queries, { numRuns: QUERIES_OF_CORPUS, seed: FIXED_SEED + round });

  test(`random queries matched against random corpus ${round} match what a search finds`, () => {
    const percolator = new Percolator();
    // Rounds differ in whether rare words are known.
    if (round % 2 === 0) for (const { segment } of snapshot.views) percolator.learn(segment);
    // First read on another day: relative days count from the signals' day.
    for (const [index, query] of plain.entries())
      percolator.add(String(index), wireFilters(query), today - 40);
    expect(percolator.unindexedQueries).toBeLessThan(plain.length / 2);
    const expected = searched(plain, signals);
    expect(expected.size).toBeGreaterThan(plain.length / 8);
    expect(percolate(percolator, snapshot)).toEqual(expected);
  });

  test(`removed or changed queries match in their current form, corpus ${round}`, () => {
    const percolator = new Percolator();
    const after = plain.map((query, index) => (index % 3 === 1 ? plain[index - 1]! : query));
    for (const [index, query] of plain.entries()) percolator.add(String(index), wireFilters(query), today);
    for (const [index, query] of after.entries()) {
      if (index % 3 === 1) percolator.add(String(index), wireFilters(query), today);
      if (index % 3 === 2) percolator.remove(String(index));
    }
    const expected = searched(after, signals);
    for (const id of [...expected.keys()]) if (Number(id) % 3 === 2) expected.delete(id);
    expect(percolate(percolator, snapshot)).toEqual(expected);
    for (const index of plain.keys()) percolator.remove(String(index));
    expect(percolator.size).toBe(0);
    expect(percolate(percolator, snapshot).size).toBe(0);
  });
}
