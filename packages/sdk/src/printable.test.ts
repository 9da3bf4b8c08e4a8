import fc from 'fast-check';
import { printable, safeJson } from './printable.ts';

const hostile = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\u001b[2J',
      '\u001b]0;title\u0007',
      '\u009b31m',
      '\u202e',
      '\r',
      '\ud800',
      '\u{e0041}',
      '\b',
    ),
  ),
);

describe('printable', () => {
  it.each([
    ['a title', 'a title'],
    ['red \u001b[31malert\u001b[0m', 'red \ufffd[31malert\ufffd[0m'],
    ['\u009b2Jwiped', '\ufffd2Jwiped'],
    ['two\r\nlines\tand a tab', 'two lines and a tab'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['half \ud83d', 'half \ufffd'],
    ['👩‍🚀 Zürich 東京', '👩‍🚀 Zürich 東京'],
  ])('%j reads %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('leaves nothing that a terminal interprets', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const result = printable(parts.join(''));
        expect(result).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(printable(result)).toBe(result);
      }),
    );
  });
});

describe('safeJson', () => {
  it('parses to the same value and contains nothing that a terminal interprets', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const value = { text: parts.join(''), list: parts };
        const json = safeJson(value);
        expect(JSON.parse(json)).toEqual(value);
        expect(json).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
