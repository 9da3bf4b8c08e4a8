import fc from 'fast-check';
import { MAXIMUM_LISTED_ISSUES } from './issues';
import { canonicalQuery, readQuery } from './query-string';

const KNOWN = new Set(['q', 'limit', 'country']);
const read = (raw: string) => readQuery(raw, KNOWN);
const valuesOf = (raw: string) => Object.fromEntries(read(raw).values);
const issuesOf = (raw: string) => read(raw).issues.map(({ code, parameter }) => `${code} ${parameter}`);

it('decodes percent-encoding and plus signs', () => {
  expect(valuesOf('q=caf%C3%A9+%2B1&limit=5')).toEqual({ q: 'café +1', limit: '5' });
});

it('accepts unencoded UTF-8, given as one character per byte', () => {
  expect(valuesOf(`q=${Buffer.from('東京').toString('latin1')}`)).toEqual({ q: '東京' });
});

it('keeps everything after the first equals sign', () => {
  expect(valuesOf('q=a=b==')).toEqual({ q: 'a=b==' });
});

it('treats empty values and empty pairs as absent', () => {
  expect(read('')).toMatchObject({ issues: [] });
  expect(valuesOf('q=&limit&&country=x&')).toEqual({ country: 'x' });
  expect(read('q=&limit&&country=x&').issues).toEqual([]);
});

it.each([
  ['Q=a', 'unknown_parameter Q'],
  ['=a', 'unknown_parameter '],
  ['q[]=a', 'unknown_parameter q[]'],
  ['__proto__=a', 'unknown_parameter __proto__'],
  ['constructor=a', 'unknown_parameter constructor'],
  ['nope=', 'unknown_parameter nope'],
  ['q=a&q=b', 'repeated_parameter q'],
  ['q=&q=', 'repeated_parameter q'],
  ['q=a&%71=b', 'repeated_parameter q'],
  ['q=%', 'invalid_parameter q'],
  ['q=%zz', 'invalid_parameter q'],
  ['q=%FF', 'invalid_parameter q'],
  ['q=%C0%AF', 'invalid_parameter q'],
  ['q=%ED%A0%80', 'invalid_parameter q'],
  ['q=\u00ff', 'invalid_parameter q'],
  ['q=a#b', 'invalid_parameter q'],
  ['q=a%00b', 'invalid_parameter q'],
  ['%zz=a', 'invalid_parameter %zz'],
])('reports the issue of %s', (raw, issue) => {
  expect(issuesOf(raw)).toEqual([issue]);
});

it('reports each issue once, and all kinds together', () => {
  expect(issuesOf('x=1&x=2&q=a&q=b&q=c&limit=%')).toEqual([
    'unknown_parameter x',
    'repeated_parameter q',
    'invalid_parameter limit',
  ]);
});

it('lists a limited number of issues', () => {
  const raw = Array.from({ length: 20_000 }, (_, index) => `p${index}=1`).join('&');
  expect(read(raw).issues).toHaveLength(MAXIMUM_LISTED_ISSUES);
});

it('reads back what URLSearchParams writes', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(text, text, (q, country) => {
      const raw = new URLSearchParams({ q, country }).toString();
      expect(valuesOf(raw)).toEqual({ q, country });
    }),
  );
});

it('never throws, whatever the bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array).toString('latin1'));
  const pieces = fc.array(
    fc.constantFrom('q', '=', '&', '%', '%F', '%C3', '%A9', '+', '#', '\u00e9', 'limit'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        bytes,
        pieces.map((list) => list.join('')),
      ),
      (raw) => {
        for (const value of read(raw).values.values()) expect(/\p{Surrogate}/u.test(value)).toBe(false);
      },
    ),
  );
});

it('produces one canonical text per request', () => {
  const canonical = (raw: string) => canonicalQuery(read(raw).values);
  expect(canonical('limit=5&q=a+b&country=')).toBe(canonical('q=a%20b&limit=5'));
  expect(canonical('q=a%26limit=5')).not.toBe(canonical('q=a&limit=5'));
  expect(canonical('limit=5&q=a')).not.toBe(canonical('limit=6&q=a'));
});
