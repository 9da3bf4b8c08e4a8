import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { formatUserCode, makeUserCode, readUserCode } from './user-code';

it('is parsed however it is typed', () => {
  const typing = fc.record({
    separator: fc.constantFrom('', '-', ' ', ' - ', '\u2013', '.'),
    upper: fc.boolean(),
    seed: fc.array(fc.nat(19), { minLength: 8, maxLength: 8 }),
  });
  fc.assert(
    fc.property(typing, ({ separator, upper, seed }) => {
      const draws = [...seed];
      const code = makeUserCode(() => draws.shift()!);
      const text = code.slice(0, 3) + separator + code.slice(3);
      expect(readUserCode(upper ? text : text.toLowerCase())).toBe(code);
      expect(readUserCode(formatUserCode(code))).toBe(code);
    }),
  );
});

it('has the documented format', () => {
  const code = formatUserCode(makeUserCode(randomInt));
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
});

it.each(['', 'BCDF', 'BCDFBCDFB', 'AAAA-AAAA', 'BCDF-BCD1', `BCDF${'-'.repeat(40)}BCDF`, "' OR 1=1"])(
  'rejects %j',
  (text) => {
    expect(readUserCode(text)).toBeUndefined();
  },
);
