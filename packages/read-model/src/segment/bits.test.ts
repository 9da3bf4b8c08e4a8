import fc from 'fast-check';
import { countBetween, numbersOf } from './bits';

const WORDS = 4;

test('counts and lists set bits as defined', () => {
  const words = fc.uint32Array({ minLength: WORDS, maxLength: WORDS });
  const bound = fc.nat(32 * WORDS);
  fc.assert(
    fc.property(words, bound, bound, (bits, from, to) => {
      const all = Array.from({ length: 32 * WORDS }, (_, number) => number);
      const set = all.filter((number) => ((bits[number >>> 5]! >>> (number & 31)) & 1) === 1);
      expect([...numbersOf(bits)]).toEqual(set);
      expect(countBetween(bits, from, to)).toBe(set.filter((number) => from <= number && number < to).length);
    }),
  );
});
