import fc from 'fast-check';
import { countCharacters, excerpt, issueWithText, isLongerThan, isShorterThan } from './characters';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

it('counts code points like the spread operator', () => {
  fc.assert(fc.property(anyText, (text) => expect(countCharacters(text)).toBe([...text].length)));
});

it('compares lengths with a limit as counting would', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, bound) => {
      expect(isLongerThan(text, bound)).toBe(countCharacters(text) > bound);
      expect(isShorterThan(text, bound)).toBe(countCharacters(text) < bound);
    }),
  );
});

it('finds characters that are invalid in Unicode text', () => {
  expect(issueWithText('a\0b')).toContain('NUL');
  expect(issueWithText('a\ud800b')).toContain('lone surrogate');
  expect(issueWithText('\udc00\ud800')).toContain('lone surrogate');
  expect(issueWithText('😀 東京\n')).toBeUndefined();
});

it('shortens and cleans displayed text', () => {
  expect(excerpt('abc', 3)).toBe('abc');
  expect(excerpt('abcd', 3)).toBe('abc…');
  expect(excerpt('😀😀😀', 2)).toBe('😀😀…');
  expect(excerpt('a\0\n\ud800')).toBe('a\ufffd\ufffd\ufffd');
});
