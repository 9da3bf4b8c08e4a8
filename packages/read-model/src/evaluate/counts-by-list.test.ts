import fc from 'fast-check';
import { invert } from '../segment/postings';
import { numbersOf } from './bits';
import { countsByList } from './counts-by-list';

const ROWS = 2_048;
const LISTS = 4;

/** In one list each: the first lists are longer. */
function lists() {
  const terms = Uint32Array.from({ length: ROWS }, (_, row) =>
    Math.min(LISTS - 1, Math.clz32(row ^ (row >>> 3)) & 3),
  );
  return {
    terms,
    postings: invert(
      [{ starts: Uint32Array.from({ length: ROWS + 1 }, (_, row) => row), terms }],
      ROWS,
      LISTS,
    ),
  };
}

test.each([
  ['few rows, which are searched for', 10],
  ['many rows, which the lists are checked against', ROWS],
])('%s are counted like the definition', (_, maxLength) => {
  const { terms, postings } = lists();
  const chosen = fc.option(fc.uniqueArray(fc.nat(LISTS - 1)), { nil: undefined });
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(ROWS - 1), { maxLength, size: 'max' }), chosen, (rows, some) => {
      const bits = new Uint32Array(ROWS / 32);
      for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31);
      expect(numbersOf(bits)).toHaveLength(rows.length);
      const wanted = some ?? [...Array(LISTS).keys()];
      const counts = run(
        countsByList({ postings, chosen: some && Uint32Array.from(some) }, bits, rows.length),
      );
      expect([...counts]).toEqual(wanted.map((list) => rows.filter((row) => terms[row] === list).length));
    }),
  );
});

function run<Result>(slices: Generator<void, Result>): Result {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}
