import {
  countMatches,
  dayOf,
  findPage,
  idOf,
  readQuery,
  type Corpus,
  type Position,
  type SignalFilters,
} from '@heliograph/read-model';
import fc from 'fast-check';
import { companies, queries, TODAY } from './support/arbitrary';
import { bruteForce } from './support/brute-force';
import { changedCorpus, NOW, run } from './support/changed-corpus';
import { wireFilters } from './support/wire-filters';

const CORPORA = 4;
const QUERIES_OF_CORPUS = 250;
const FIXED_SEED = 20261121;

const read = (query: SignalFilters) => readQuery(query, dayOf(TODAY));

function pagesByCursor(corpus: Corpus, query: SignalFilters, limit: number): string[] {
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const { found, next } = run(findPage(read(query), { limit, after }, corpus.at(NOW.getTime())));
    ids.push(...found.map(idOf));
    after = next ?? undefined;
    if (after) expect(found).toHaveLength(limit);
  } while (after);
  return ids;
}

const numberedPage = (corpus: Corpus, query: SignalFilters, limit: number, page: number) =>
  run(findPage(read(query), { limit, page }, corpus.at(NOW.getTime()))).found.map(idOf);

for (let round = 0; round < CORPORA; round++) {
  test(`random queries on random corpus ${round} answer like the definition`, () => {
    const seed = FIXED_SEED + round;
    const { corpus, signals } = changedCorpus(seed, round);
    fc.assert(
      fc.property(
        queries,
        fc.constantFrom(1, 3, 50),
        fc.integer({ min: 1, max: 4 }),
        (plain, limit, page) => {
          const query = wireFilters(plain);
          const expected = bruteForce(companies, signals, plain, NOW);
          expect(run(countMatches(read(query), corpus.at(NOW.getTime())))).toBe(expected.length);
          const step = Math.max(limit, Math.ceil(expected.length / 8));
          expect(pagesByCursor(corpus, query, Math.min(step, 50))).toEqual(expected);
          expect(numberedPage(corpus, query, limit, page)).toEqual(
            expected.slice((page - 1) * limit, page * limit),
          );
        },
      ),
      { numRuns: QUERIES_OF_CORPUS, seed },
    );
  });
}
