import fc from 'fast-check';
import { displayWidth, padEnd, padStart, truncate, wrap } from './display-width';
import { printable } from './printable';

const texts = fc.string({ unit: 'grapheme' }).map(printable);

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['Café', 4],
    ['Cafe\u0301', 4],
    ['東京', 4],
    ['ﾊﾝｶｸ', 4],
    ['서울', 4],
    ['\u1112\u1161\u11ab', 2],
    ['🚀', 2],
    ['👩‍🚀', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['€12m', 4],
    ['“quoted”', 8],
  ])('of %j is %d', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('truncate', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['a longer text', 8, 'a longe…'],
    ['a longer text', 3, 'a…'],
    ['東京タワー', 5, '東京…'],
    ['東京タワー', 4, '東…'],
    ['anything', 0, ''],
  ])('%j to %d columns is %j', (text, columns, expected) => {
    expect(truncate(text, columns)).toBe(expected);
  });

  it('never exceeds the width, and keeps text that fits', () => {
    fc.assert(
      fc.property(texts, fc.nat(40), (text, columns) => {
        const result = truncate(text, columns);
        expect(displayWidth(result)).toBeLessThanOrEqual(columns);
        if (displayWidth(text) <= columns) expect(result).toBe(text);
        else expect(text.startsWith(result.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});

describe('padding', () => {
  it('fills up to the column and removes nothing', () => {
    fc.assert(
      fc.property(texts, fc.nat(40), (text, columns) => {
        expect(displayWidth(padEnd(text, columns))).toBe(Math.max(columns, displayWidth(text)));
        expect(padEnd(text, columns).startsWith(text)).toBe(true);
        expect(padStart(text, columns).endsWith(text)).toBe(true);
      }),
    );
  });
});

describe('wrap', () => {
  it('keeps every word in order, and breaks lines that would be too wide', () => {
    expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    fc.assert(
      fc.property(fc.array(texts), fc.integer({ min: 1, max: 60 }), (words, columns) => {
        const text = words.join(' ');
        const lines = wrap(text, columns);
        expect(lines.join(' ').split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
        for (const line of lines) expect(displayWidth(line) <= columns || !line.includes(' ')).toBe(true);
      }),
    );
  });
});
