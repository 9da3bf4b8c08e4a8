import fc from 'fast-check';
import { hasTerm, invertRows, rowCountOf, rowSetOf, rowsOf } from './row-sets';

const TERMS = 4;
/** The terms of each row, with repetitions. */
const termsOfRows = fc.array(fc.array(fc.nat(TERMS - 1), { maxLength: 5 }), { maxLength: 200, size: 'max' });

function inverted(rows: readonly (readonly number[])[]) {
  const starts = [0];
  for (const terms of rows) starts.push(starts.at(-1)! + terms.length);
  const source = { starts: Uint32Array.from(starts), terms: Uint32Array.from(rows.flat()) };
  return invertRows([source], rows.length, TERMS);
}

it('has the rows of each term, as defined', () => {
  fc.assert(
    fc.property(termsOfRows, (rows) => {
      const sets = inverted(rows);
      for (let term = 0; term < TERMS; term++) {
        const expected = [...rows.keys()].filter((row) => rows[row]!.includes(term));
        expect([...rowsOf(sets, term)]).toEqual(expected);
        expect(rowCountOf(sets, term)).toBe(expected.length);
        expect([...rows.keys()].filter((row) => hasTerm(sets, row, term))).toEqual(expected);
      }
    }),
  );
});

it('takes no more memory than lists, and at most about a bit per row', () => {
  const rows = Array.from({ length: 100 }, (_, row) => [
    0,
    ...(row % 25 === 0 ? [1] : []),
    ...(row === 7 ? [2] : []),
  ]);
  const sets = inverted(rows);
  expect(rowSetOf(sets, 0)).toEqual({ bits: Uint32Array.of(~0, ~0, ~0, 0b1111), count: 100 });
  expect(rowSetOf(sets, 1)).toEqual({ rows: Uint32Array.of(0, 25, 50, 75) });
  expect(rowSetOf(sets, 2)).toEqual({ rows: Uint32Array.of(7) });
  expect(rowSetOf(sets, 3)).toEqual({ rows: new Uint32Array(0) });
  expect(sets.words).toHaveLength(1 + 4 + 4 + 1);
});
