import { parseTerms } from './terms';

describe('parseTerms', () => {
  const q = { commasSplit: false, minusExcludes: true };
  const list = { commasSplit: true, minusExcludes: false };

  test('reads words, phrases, and exclusions', () => {
    expect(parseTerms('sales "series a" -intern -"new york"', q)).toEqual({
      include: [['sales'], ['series', 'a']],
      exclude: [['intern'], ['new', 'york']],
    });
  });
  test('treats a term of several words as a phrase', () =>
    expect(parseTerms('node.js -ci/cd', q)).toEqual({ include: [['node', 'js']], exclude: [['ci', 'cd']] }));
  test('closes an open quote at the end', () =>
    expect(parseTerms('a "b c', q).include).toEqual([['a'], ['b', 'c']]));
  test('opens a phrase inside a term', () =>
    expect(parseTerms('foo"bar baz"', q).include).toEqual([['foo'], ['bar', 'baz']]));
  test('ignores a minus separated from a phrase', () =>
    expect(parseTerms('- "a b"', q)).toEqual({ include: [['a', 'b']], exclude: [] }));
  test('splits lists at commas, without exclusions', () =>
    expect(parseTerms('-a,b "c, d"', list)).toEqual({ include: [['a'], ['b'], ['c', 'd']], exclude: [] }));
  test('splits at white space of any script', () =>
    expect(parseTerms('融资\u3000裁员\u00A0上市', q).include).toEqual([
      ['融', '资'],
      ['裁', '员'],
      ['上', '市'],
    ]));
  test('treats a run of an unspaced script as a phrase', () =>
    expect(parseTerms('AI企业 -"新 能源"', q)).toEqual({
      include: [['ai', '企', '业']],
      exclude: [['新', '能', '源']],
    }));
  test('gives meaning only to ASCII quotes, commas, and minuses', () => {
    expect(parseTerms('“new york” －裁员', q)).toEqual({
      include: [['new'], ['york'], ['裁', '员']],
      exclude: [],
    });
    expect(parseTerms('融资，裁员、上市', list).include).toEqual([['融', '资', '裁', '员', '上', '市']]);
  });
  test('drops terms without a word', () =>
    expect(parseTerms('- "" *** "!"', q)).toEqual({ include: [], exclude: [] }));
});
