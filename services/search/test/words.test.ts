import { normalizedKey, words } from '@heliograph/words';
import fc from 'fast-check';
import { fold, wordsIn } from './support/brute-force';

/** Of scripts with thousands of similar letters, only one in this many is tested. */
const ALIKE = 50;
const THOUSANDS_ALIKE = /[\p{Script=Han}\p{Script=Tangut}\p{Script=Egyptian_Hieroglyphs}\uAC00-\uD7A3]/u;

function lettersDigitsAndMarks(): string[] {
  const all: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/[\p{L}\p{N}\p{M}]/u.test(character) && (code % ALIKE === 0 || !THOUSANDS_ALIKE.test(character)))
      all.push(character);
  }
  return all;
}

const readsAsDefined = (text: string) => {
  expect(words(text)).toEqual(wordsIn(text));
  expect(normalizedKey(text)).toBe(fold(text).trim());
};

test('every letter, digit, and mark is read according to the definition, alone and beside others', () => {
  const all = lettersDigitsAndMarks();
  expect(all.length).toBeGreaterThan(20_000);
  for (let start = 0; start < all.length; start += 500) {
    const some = all.slice(start, start + 500);
    readsAsDefined(some.join(' '));
    readsAsDefined(some.map((character) => `a${character}か${character}`).join(''));
  }
});

test('so is any text', () => {
  const character = fc.oneof(
    fc.constantFrom(
      'a',
      'É',
      'Σ',
      'か',
      'ハ',
      'ﾊ',
      'ﾟ',
      'ㅋ',
      'ㅠ',
      'ท',
      'ำ',
      'क',
      'م',
      'ש',
      '业',
      '1',
      ' ',
      '-',
    ),
    fc.constantFrom('\u0301', '\u3099', '\u309A', '\u064F', '\u05B8', '\u093C', '\u094D', '\u0E35', '\uFE0F'),
    fc.constantFrom('\u200C', '\u200D', '\u00AD', '\u0640', '\u30FC', '\u034F', '\u1100', '\u1161', '\u11A8'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 20 }).map((parts) => parts.join('')),
      readsAsDefined,
    ),
    { numRuns: 5_000 },
  );
});
