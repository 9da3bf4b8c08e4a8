import fc from 'fast-check';
import { countCharacters, excerpt, faultOfText, isLongerThan, isShorterThan } from './characters';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

it('counts code points, as the spread operator does', () => {
  fc.assert(fc.property(anyText, (text) => expect(countCharacters(text)).toBe([...text].length)));
});

it('compares lengths with a bound as counting does', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, bound) => {
      expect(isLongerThan(text, bound)).toBe(countCharacters(text) > bound);
      expect(isShorterThan(text, bound)).toBe(countCharacters(text) < bound);
    }),
  );
});

it('finds what has no place in Unicode text', () => {
  expect(faultOfText('a\0b')).toContain('NUL');
  expect(faultOfText('a\ud800b')).toContain('lone surrogate');
  expect(faultOfText('\udc00\ud800')).toContain('lone surrogate');
  expect(faultOfText('😀 東京\n')).toBeUndefined();
});

it('shortens and cleans what is shown', () => {
  expect(excerpt('abc', 3)).toBe('abc');
  expect(excerpt('abcd', 3)).toBe('abc…');
  expect(excerpt('😀😀😀', 2)).toBe('😀😀…');
  expect(excerpt('a\0\n\ud800')).toBe('a\ufffd\ufffd\ufffd');
});
