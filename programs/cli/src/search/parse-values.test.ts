import { joinWords, parseAmount, parseJsonFlag, parseLocation, wholeNumberBetween } from './parse-values';

describe('parseLocation', () => {
  it.each([
    ['country:Germany', { kind: 'country', value: 'Germany' }],
    ['City: San José @ Costa Rica', { kind: 'city', value: 'San José', country: 'Costa Rica' }],
    ['city:Washington, D.C.', { kind: 'city', value: 'Washington, D.C.' }],
  ])('%s', (text, location) => {
    expect(parseLocation(text)).toEqual(location);
  });

  it.each(['Germany', 'planet:Mars', 'city:', 'city:@France', 'city:Paris@', 'country:Germany@Europe'])(
    'refuses %s',
    (text) => {
      expect(() => parseLocation(text)).toThrow('is not a place');
    },
  );
});

describe('parseAmount', () => {
  it.each([
    ['0', 0],
    ['1500000', 1_500_000],
    ['1_500_000', 1_500_000],
    ['1.5m', 1_500_000],
    ['1.1M', 1_100_000],
    ['500k', 500_000],
    ['2b', 2_000_000_000],
    ['0.5', 0.5],
  ])('%s is %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each(['', '-1', '1e6', 'a lot', '1,000', '$5'])('refuses %j', (text) => {
    expect(() => parseAmount(text)).toThrow('is not an amount');
  });
});

describe('wholeNumberBetween', () => {
  it('enforces its limits', () => {
    const read = wholeNumberBetween(1, 50);
    expect([read('1'), read('50')]).toEqual([1, 50]);
    for (const text of ['0', '51', '-1', '1.5', 'x', '']) expect(() => read(text)).toThrow('from 1 to 50');
  });
});

describe('parseJsonFlag', () => {
  it('accepts only objects and arrays', () => {
    expect(parseJsonFlag('--x', '[1]')).toEqual([1]);
    expect(() => parseJsonFlag('--x', '{')).toThrow('--x is not JSON');
    expect(() => parseJsonFlag('--x', 'null')).toThrow('must be a JSON object or array');
  });
});

describe('joinWords', () => {
  it.each([
    [['robots', 'berlin'], 'robots berlin'],
    [['robots', 'series a'], 'robots "series a"'],
    [['"series a" -layoffs'], '"series a" -layoffs'],
    [['robots', '-mass layoffs'], 'robots -"mass layoffs"'],
    [['', ' robots '], 'robots'],
    [[], ''],
  ])('%j is %j', (words, text) => {
    expect(joinWords(words)).toBe(text);
  });
});
