import fc from 'fast-check';
import { locateWords } from './located-words';
import { words } from './words';

/** Each word with its code point range. */
const placesOf = (text: string) =>
  locateWords(text)
    .map(({ word, start, end }) => `${word} ${start}-${end}`)
    .join(' | ');

describe("a word's position covers the code points that contribute to it", () => {
  test.each([
    ['ASCII', 'C++ and .NET', 'c 0-1 | and 4-7 | net 9-12'],
    ['letters beyond the basic plane count once', '𠮷a 👍 b', '𠮷 0-1 | a 1-2 | b 5-6'],
    ['accents, composed or not', 'Café cafe\u0301 x', 'cafe 0-4 | cafe 5-10 | x 11-12'],
    ['a mark without a preceding letter belongs to none', '\u0301abc -\u0301d', 'abc 1-4 | d 7-8'],
    ['variation selectors', '企\uFE0F业 1\u20E3', '企 0-2 | 业 2-3 | 1 4-6'],
    ['ligatures and full-width forms', 'ﬁnance ＡＢＣ', 'finance 0-6 | abc 7-10'],
    ['words of one character', '㍻㈱½', '平 0-1 | 成 0-1 | 株 1-2 | 1 2-3 | 2 2-3'],
    ['a word that begins inside a character', 'ทำ', 'ทํ 0-2 | า 1-2'],
    ['voicing marks of half-width kana', 'ﾃﾞｰﾀ', 'デ 0-2 | ー 2-3 | タ 3-4'],
    ['decomposed Hangul', '글로'.normalize('NFD'), '글 0-3 | 로 3-5'],
    ['Hangul letters that join', 'ㅋㅋㅠㅠ', 'ᄏ 0-1 | 큐 1-3 | ᅲ 3-4'],
    ['even over a removed mark', 'ᄀ\u0301ᅡ\u0302ᆨ', '각 0-5'],
    ['but not over one that remains', 'ᄀ\u3099ᅡ', 'ᄀ゙ 0-2 | ᅡ 2-3'],
    ['points', 'שָׁלוֹם', 'שלום 0-7'],
    ['sigmas, final or not', 'ΟΔΟΣ.Α οδός', 'οδοσ 0-4 | α 5-6 | οδοσ 7-11'],
    ['a dotted capital', 'İstanbul i', 'istanbul 0-8 | i 9-10'],
  ])('%s', (_, text, expected) => expect(placesOf(text)).toBe(expected));
});

const character = fc.oneof(
  fc.constantFrom(...' -:aÉßΣςϲİﬁ½①㍻㈱👍𠮷\u{10428}业企'),
  fc.constantFrom(...'か\u3099ｶﾞﾟーㅋㅠ각\u1100\u1161\u11A8ท\u0E33\u0E48ກ\u0EB3'),
  fc.constantFrom(...'\u0301\u0323\uFE0F\u200Dم\u064Fש\u05C1क\u093F\u094D\u0958'),
  fc.integer({ min: 1, max: 0xd7ff }).map((unit) => String.fromCharCode(unit)),
  fc.integer({ min: 0x1_0000, max: 0x2_ffff }).map((point) => String.fromCodePoint(point)),
);
const text = fc.array(character, { maxLength: 14 }).map((parts) => parts.join(''));

test('the words are those of words(), whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (any) => {
      const located = locateWords(any);
      expect(located.map(({ word }) => word)).toEqual(words(any));
      for (const { start, end } of located) expect(start).toBeLessThan(end);
    }),
    { numRuns: 1_500 },
  );
});

/**
 * Derives the positions of words slowly, from words() alone. A word begins where the shortest suffix begins that has it
 * and all words after it, and ends where the shortest prefix ends that has it, plus following marks that would belong
 * to it.
 */
function placesByPieces(whole: string): [number, number][] {
  const points = Array.from(whole);
  const all = words(whole);
  const cuts = points.map((_, cut) => cut);
  const tails = cuts.map((cut) => words(points.slice(cut).join('')));
  const heads = [...cuts, points.length].map((cut) => words(points.slice(0, cut).join('')));
  return all.map((word, place) => {
    const start = cuts.findLast((cut) => tails[cut]!.at(place - all.length) === word)!;
    let end = heads.findIndex((head) => head[place] === word);
    const takesMarks = words(`${points.slice(0, end).join('')}\u3099`)[place] !== word;
    while (takesMarks && /^\p{M}$/u.test(points[end] ?? '')) end += 1;
    return [start, end];
  });
}

test('the positions match those derived from pieces of the text', () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(locateWords(any).map(({ start, end }) => [start, end])).toEqual(placesByPieces(any));
    }),
    { numRuns: 1_500 },
  );
});
