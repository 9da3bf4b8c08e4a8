import fc from 'fast-check';
import { newestFirst } from './newest-first';
import { formatSignalId, parseSignalId } from './signal-id';

const id = fc.oneof(
  fc.bigInt({ min: 1n, max: 9_999_999_999_999_999_999n }),
  fc.bigInt({ min: 1n, max: 300n }),
);
const day = fc.oneof(fc.integer({ min: -40_000, max: 90_000 }), fc.constantFrom(0, 1, -1));

it('orders by day descending, then by id descending as a number', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(day, id), { maxLength: 50 }), (signals) => {
      const halves = signals.map(([, each]) => parseSignalId(String(each))!);
      const order = newestFirst({
        days: Int32Array.from(signals, ([each]) => each),
        high: Uint32Array.from(halves, ({ high }) => high),
        low: Uint32Array.from(halves, ({ low }) => low),
      });
      const expected = [...signals].sort(([a, x], [b, y]) => b - a || (x < y ? 1 : x > y ? -1 : 0));
      expect([...order].map((index) => signals[index])).toEqual(expected);
    }),
  );
});

it('keeps ids exact', () => {
  fc.assert(
    fc.property(id, (each) => {
      const { high, low } = parseSignalId(String(each))!;
      expect(formatSignalId(high, low)).toBe(String(each));
    }),
  );
  expect(parseSignalId('99999999999999999999')).toBeUndefined();
});
