import fc from 'fast-check';
import { BLOCK_ROWS } from '../scan/vector-shard';
import { Publications } from './publications';

const ROWS = 2 * BLOCK_ROWS + 40;

/** A small range, so that ties and boundary values occur. */
const small = fc.integer({ min: 0, max: 6 });
const change = fc.record({
  row: fc.integer({ min: 0, max: ROWS - 1 }),
  time: fc.option(small, { nil: undefined }),
  ordinal: small,
});

it('keeps the rows that checking each one would keep, whatever was put and freed before', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), small, small, (changes, until, below) => {
      const publications = new Publications();
      while (publications.capacity < ROWS) publications.grow();
      const plain = Array.from({ length: ROWS }, (_, row) => ({ time: row % 3, ordinal: row % 2 }));
      plain.forEach(({ time, ordinal }, row) => publications.put(row, time, ordinal));
      for (const { row, time, ordinal } of changes) {
        plain[row] = { time: time ?? Infinity, ordinal };
        if (time === undefined) publications.free(row);
        else publications.put(row, time, ordinal);
      }
      for (const ordinalBelow of [below, Infinity]) {
        const query = { vector: new Float32Array(), limit: 1, publishedUntilMs: until, ordinalBelow };
        for (let first = 0; first < ROWS; first += BLOCK_ROWS) {
          const rows = Array.from(plain.slice(first, first + BLOCK_ROWS).keys());
          const positions = Uint32Array.from(rows);
          const kept = publications.retainMatching(query, first, positions, rows.length);
          const passing = rows.filter((row) => {
            const { time, ordinal } = plain[first + row]!;
            return time <= until && ordinal < ordinalBelow;
          });
          expect([...positions.subarray(0, kept)]).toEqual(passing);
        }
      }
    }),
    { numRuns: 50 },
  );
});
