import fc from 'fast-check';
import { normalize, normalizedKey } from './normalize';

test.each([
  ['case and accents', 'CAFÉ Zürich', 'cafe zurich'],
  ['a separate accent', 'cafe\u0301', 'cafe'],
  ['compatibility forms', 'ＡＢＣ１２ ﬁnance Ⅳ ㎏', 'abc12 finance iv kg'],
  ['punctuation and white space remain', ' St. Louis ', ' st. louis '],
  ['a dotted capital I', 'İstanbul', 'istanbul'],
  ['a sharp s stays, in either case', 'Straße STRAẞE', 'straße straße'],
  ['a final sigma is a sigma', 'ΟΔΟΣ οδός ϲ', 'οδοσ οδοσ σ'],
  ['a letter whose accent comes from lowercasing', 'ᾈ', 'α'],
  ['Cyrillic breves are accents', 'Йогурт', 'иогурт'],
  ['the style of an emoji', '❤\uFE0F', '❤'],
  ['the variant of an ideograph', '葛\u{E0100}', '葛'],
  ['separate voicing marks of kana', 'か\u3099', 'が'],
  ['voiced kana after another mark', 'か\u0301\u3099', 'が'],
  ['half-width voiced kana', 'ｶﾞｽ', 'ガス'],
  ['semi-voiced kana', 'ハ\u309A', 'パ'],
  ['Korean in separate letters', '\u1112\u1161\u11AB\u1100\u1173\u11AF', '한글'],
  ['Korean compatibility letters', 'ㅋㅋ', '\u110F\u110F'],
  ['Arabic marks', 'مُحَمَّد', 'محمد'],
  ['Arabic letters that carry a hamza or a madda', 'أحمد آل', 'احمد ال'],
  ['Arabic in presentation forms', 'ﻣﺤﻤﺪ', 'محمد'],
  ['an Arabic tatweel is a letter', 'محـمد', 'محـمد'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['Devanagari keeps its vowel signs', 'हिन्दी', 'हिन्दी'],
  ['Devanagari keeps its dots', '\u0958', '\u0915\u093C'],
  ['Thai keeps its vowels and tones', 'ที่นี่', 'ที่นี่'],
  ['a two-part Thai vowel', 'น\u0E33', 'น\u0E4D\u0E32'],
  ['a Vietnamese horn is a mark', 'Đường', 'đuong'],
])('%s', (_, text, expected) => expect(normalize(text)).toBe(expected));

test('normalizing is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      expect(normalize(normalize(text))).toBe(normalize(text));
    }),
    { numRuns: 2_000 },
  );
});

test('keys depend on punctuation, but not on case, accents, or outer space', () => {
  expect(normalizedKey(' SÃO Paulo\u3000')).toBe('sao paulo');
  expect(normalizedKey('ﾊﾟﾘ')).toBe(normalizedKey('パリ'));
  expect(normalizedKey('パリ')).not.toBe(normalizedKey('ハリ'));
  expect(normalizedKey('St. Louis')).not.toBe(normalizedKey('St Louis'));
});
