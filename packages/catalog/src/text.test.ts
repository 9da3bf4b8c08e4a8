import { normalisedKey, parseTerms, words } from './text';

describe('words', () => {
  test.each([
    ['C++ and .NET, node.js', ['c', 'and', 'net', 'node', 'js']],
    ['Café NAÏVE', ['cafe', 'naive']],
    ["O'Reilly", ['o', 'reilly']],
    ['ＡＢＣ１２', ['abc12']],
    ['ﬁnance Ⅳ', ['finance', 'iv']],
    ['完成 A轮 融资！', ['完成', 'a轮', '融资']],
    ['Straße İstanbul', ['straße', 'istanbul']],
    ['a_b-c', ['a', 'b', 'c']],
    ['*** --', []],
  ])('of %j', (text, expected) => expect(words(text)).toEqual(expected));

  test('are the same whether or not the text is ASCII', () => {
    expect(words('Series-A 2026é').slice(0, 2)).toEqual(words('Series-A'));
  });
});

test('keys differ in punctuation but not in case, marks or outer space', () => {
  expect(normalisedKey(' SÃO Paulo ')).toBe('sao paulo');
  expect(normalisedKey('St. Louis')).not.toBe(normalisedKey('St Louis'));
});

describe('parseTerms', () => {
  const q = { commasSplit: false, minusExcludes: true };
  const list = { commasSplit: true, minusExcludes: false };

  test('reads words, phrases and exclusions', () => {
    expect(parseTerms('sales "series a" -intern -"new york"', q)).toEqual({
      include: [['sales'], ['series', 'a']],
      exclude: [['intern'], ['new', 'york']],
    });
  });
  test('takes a term of several words as a phrase', () =>
    expect(parseTerms('node.js -ci/cd', q)).toEqual({ include: [['node', 'js']], exclude: [['ci', 'cd']] }));
  test('closes an open quote at the end', () =>
    expect(parseTerms('a "b c', q).include).toEqual([['a'], ['b', 'c']]));
  test('opens a phrase inside a term', () =>
    expect(parseTerms('foo"bar baz"', q).include).toEqual([['foo'], ['bar', 'baz']]));
  test('leaves a minus apart from a phrase without meaning', () =>
    expect(parseTerms('- "a b"', q)).toEqual({ include: [['a', 'b']], exclude: [] }));
  test('splits lists at commas, without exclusions', () =>
    expect(parseTerms('-a,b "c, d"', list)).toEqual({ include: [['a'], ['b'], ['c', 'd']], exclude: [] }));
  test('finds no term without a word', () =>
    expect(parseTerms('- "" *** "!"', q)).toEqual({ include: [], exclude: [] }));
});
