import fc from 'fast-check';
import { words } from './words';

const joined = (text: string) => words(text).join('|');

describe('words in scripts with spaces are maximal runs of letters and digits', () => {
  test.each([
    ['C++ and .NET, node.js', 'c|and|net|node|js'],
    ['Café NAÏVE cafe\u0301', 'cafe|naive|cafe'],
    ["O'Reilly a_b-c", 'o|reilly|a|b|c'],
    ['ＡＢＣ１２', 'abc12'],
    ['ﬁnance Ⅳ ½', 'finance|iv|1|2'],
    ['Straße İstanbul', 'straße|istanbul'],
    ['3D-печать в Москве', '3d|печать|в|москве'],
    ['ΟΔΟΣ 15', 'οδοσ|15'],
    ['ΝΕΟΣ:ΠΑΛΙΟΣ νέος', 'νεοσ|παλιοσ|νεοσ'],
    ['हिन्दी में समाचार', 'हिन्दी|में|समाचार'],
    ['தமிழ் செய்தி', 'தமிழ்|செய்தி'],
    ['مُحَمَّد يوسف', 'محمد|يوسف'],
    ['محـمد', 'محـمد'],
    ['שָׁלוֹם עוֹלָם', 'שלום|עולם'],
    ['საქართველო', 'საქართველო'],
    ['Ａ\u3000Ｂ', 'a|b'],
    ['*** --', ''],
  ])('%j', (text, expected) => expect(joined(text)).toBe(expected));
});

describe('each letter of an unspaced script is a word', () => {
  test.each([
    ['Chinese', '完成 A轮 融资！', '完|成|a|轮|融|资'],
    ['Chinese beside Latin', 'AI企业', 'ai|企|业'],
    ['Chinese beyond the basic plane', '𠮷野家', '𠮷|野|家'],
    ['Chinese numerals and signs of repetition', '二〇〇八年時々〆', '二|〇|〇|八|年|時|々|〆'],
    ['enclosed and squared forms', '㈱㍻①', '株|平|成|1'],
    ['full-width digits equal ordinary ones', '２０２６年', '2026|年'],
    ['Bopomofo', 'ㄅㄆㄇ', 'ㄅ|ㄆ|ㄇ'],
    ['Japanese', 'データ基盤のガス', 'デ|ー|タ|基|盤|の|ガ|ス'],
    ['decomposed Japanese', 'テ\u3099ータ', 'デ|ー|タ'],
    ['half-width Japanese', 'ﾃﾞｰﾀ･ﾊﾟﾘ', 'デ|ー|タ|パ|リ'],
    ['Japanese signs of repetition', 'いすゞ', 'い|す|ゞ'],
    ['Korean', '스타트업 투자', '스|타|트|업|투|자'],
    ['Korean, decomposed', '스타트업'.normalize('NFD'), '스|타|트|업'],
    ['Korean letters alone', 'ㅋㅋ', '\u110F|\u110F'],
    ['Thai', 'ที่ทำงาน', 'ที่|ท\u0E4D|า|ง|า|น'],
    ['Thai digits', '๒๕๖๙', '๒|๕|๖|๙'],
    ['Lao', 'ບໍລິສັດ', 'ບໍ|ລິ|ສັ|ດ'],
    ['Khmer', 'ក្រុមហ៊ុន', 'ក្|រុ|ម|ហ៊ុ|ន'],
    ['Burmese', 'ကုမ္ပဏီ', 'ကု|မ္|ပ|ဏီ'],
    ['Tibetan', 'བོད་ཡིག', 'བོ|ད|ཡི|ག'],
  ])('%s', (_, text, expected) => expect(joined(text)).toBe(expected));
});

describe('marks and joiners', () => {
  test.each([
    ['a mark that remains belongs to the preceding letter', 'कि a\u3099b カ\u309A', 'कि|a\u3099b|カ\u309A'],
    ['or to the digit', '1\u093E2', '1\u093E2'],
    ['one without a preceding letter separates', '\u093Eक -\u093Eख\u3099', 'क|ख\u3099'],
    ['a spacing voicing mark does not follow a letter', 'か゛', 'か'],
    ['an optional mark is ignored', '企\uFE0F业 1\u20E3', '企|业|1'],
    ['a joiner is not a letter', 'क्\u200Dष می\u200Cخواهم Unter\u00ADnehmen', 'क्|ष|می|خواهم|unter|nehmen'],
    ['half of a surrogate pair is not a letter', 'a\uD842b', 'a|b'],
  ])('%s', (_, text, expected) => expect(joined(text)).toBe(expected));
});

test('the words of a text do not depend on what follows it', () => {
  expect(words('Series-A 2026é').slice(0, 2)).toEqual(words('Series-A'));
  // A letter outside the BMP, so that the text is matched by patterns, not character by character.
  const character = fc.oneof(
    fc.constantFrom(...' -aÉİΣσ业ーかｶﾞㅋㅠ각\u0E33ท①½'),
    fc.integer({ min: 1, max: 0xd7ff }).map((unit) => String.fromCharCode(unit)),
  );
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 12 }).map((parts) => parts.join('')),
      (text) => {
        expect(words(`${text} \u{10428}`)).toEqual([...words(text), '\u{10428}']);
      },
    ),
    { numRuns: 5_000 },
  );
});

/** Letters of unspaced scripts, as in titles; voiced kana and vowel signs in every form. */
const unspaced = fc.constantFrom(
  ...['新', '能', '源', '融', '资', '企', '业', '𠮷', '々', '〇'],
  ...['か', 'が', 'か\u3099', 'ハ', 'ﾊﾟ', 'パ', 'ー', 'ｰ', 'ｶﾞ', 'ゞ', 'ッ'],
  ...['한', '글', '글'.normalize('NFD'), '스', 'ㄅ'],
  ...['ที่', 'ท', 'ทำ', 'า', 'เ', 'ບໍ', 'ລິ', 'ក្', 'រុ', 'ကု', 'མ', 'བོ'],
);
const between = fc.constantFrom(
  ...Array<string>(20).fill(''),
  ' ',
  'AI',
  '2026',
  '、',
  '\u3000',
  '-',
  '\u200B',
);
const title = fc
  .array(fc.tuple(unspaced, between), { minLength: 2, maxLength: 30, size: 'max' })
  .map((parts) => parts.flat().join(''));

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The title's runs of an unspaced script, split into what a reader considers letters. */
function runsOfLetters(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const { segment } of graphemes.segment(text))
    if (/^\p{L}/u.test(segment) && !/^\w/.test(segment)) runs.at(-1)!.push(segment);
    else runs.push([]);
  return runs;
}

const holds = (text: readonly string[], phrase: readonly string[]) =>
  text.some((_, start) => phrase.every((word, offset) => text[start + offset] === word));

test('any two to four letters of a title in an unspaced script are a phrase in the title', () => {
  let looked = 0;
  fc.assert(
    fc.property(title, (text) => {
      const held = words(text);
      for (const run of runsOfLetters(text))
        for (let start = 0; start < run.length; start++)
          for (let length = 2; length <= 4 && start + length <= run.length; length++) {
            const piece = run.slice(start, start + length).join('');
            looked += 1;
            if (words(piece).length < 2 || !holds(held, words(piece)))
              throw new Error(`${JSON.stringify(piece)} is not in ${JSON.stringify(text)}`);
          }
    }),
    { numRuns: 1_000 },
  );
  expect(looked).toBeGreaterThan(10_000);
});
