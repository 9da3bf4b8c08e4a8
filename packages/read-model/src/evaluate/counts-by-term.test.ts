import fc from 'fast-check';
import { invert, setsOfLists } from '../segment/postings';
import { invertRows, type RowSets } from '../segment/row-sets';
import { countsByTerm } from './counts-by-term';

const ROWS = 2_048;
const TERMS = 4;

/** Each row has one term; lower-numbered terms have more rows. */
function setsOf(invertTerms: (...of: Parameters<typeof invertRows>) => RowSets) {
  const terms = Uint32Array.from({ length: ROWS }, (_, row) =>
    Math.min(TERMS - 1, Math.clz32(row ^ (row >>> 3)) & 3),
  );
  return {
    terms,
    sets: invertTerms(
      [{ starts: Uint32Array.from({ length: ROWS + 1 }, (_, row) => row), terms }],
      ROWS,
      TERMS,
    ),
  };
}

const lists = setsOf((...of) => setsOfLists(invert(...of)));
const bitsOrLists = setsOf(invertRows);

test.each([
  ['lists', lists],
  ['bits', bitsOrLists],
])('rows in %s are counted as defined', (_, { terms, sets }) => {
  const chosen = fc.option(fc.uniqueArray(fc.nat(TERMS - 1)), { nil: undefined });
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: ROWS, size: 'max' }), chosen, (rows, some) => {
      const bits = new Uint32Array(ROWS / 32);
      for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
      const wanted = some ?? [...Array(TERMS).keys()];
      const counts = run(countsByTerm({ sets, chosen: some && Uint32Array.from(some) }, bits));
      expect([...counts]).toEqual(wanted.map((term) => rows.filter((row) => terms[row] === term).length));
    }),
  );
});

function run<Result>(slices: Generator<void, Result>): Result {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}
