import type { SearchGroup } from '@heliograph/sdk';
import fc from 'fast-check';
import { parseGroup } from './parse-group';

/** Writes a group like a careful user, with every term in quotes. */
function writeGroup({ scope, match, terms, exclude = [] }: SearchGroup): string {
  const quote = (term: string) => `"${term.replace(/["\\]/g, '\\$&')}"`;
  const joined = terms.map(quote).join(` ${match} `);
  return [`${scope}: ${joined}`, ...exclude.map((term) => `not ${quote(term)}`)].join(' ');
}

describe('parseGroup', () => {
  it.each<[string, SearchGroup]>([
    [
      'company: "series b" and hiring not layoffs',
      { scope: 'company', match: 'and', terms: ['series b', 'hiring'], exclude: ['layoffs'] },
    ],
    ['activity: engineer or developer', { scope: 'activity', match: 'or', terms: ['engineer', 'developer'] }],
    ['Company:head of sales', { scope: 'company', match: 'and', terms: ['head of sales'] }],
    [
      'company: series a AND head of sales NOT layoffs NOT "in talks"',
      {
        scope: 'company',
        match: 'and',
        terms: ['series a', 'head of sales'],
        exclude: ['layoffs', 'in talks'],
      },
    ],
    ['activity: "and" or "or"', { scope: 'activity', match: 'or', terms: ['and', 'or'] }],
    [
      'activity: "say \\"hi\\"" or C:\\temp',
      { scope: 'activity', match: 'or', terms: ['say "hi"', 'C:\\temp'] },
    ],
  ])('%s', (text, group) => {
    expect(parseGroup(text)).toEqual(group);
  });

  it.each([
    ['robots', 'must begin with'],
    ['title: robots', 'must begin with'],
    ['company:', 'lacks a term at its start'],
    ['company: and a', 'lacks a term at its start'],
    ['company: a and', 'lacks a term after "and"'],
    ['company: a and and b', 'lacks a term after "and"'],
    ['company: not a', 'has no term before "not"'],
    ['company: a not', 'lacks a term after "not"'],
    ['company: a and b or c', 'mixes "and" with "or"'],
    ['company: a not b and c', 'exclusions come last'],
    ['company: "a" "b"', 'two terms without'],
    ['company: a "b"', 'two terms without'],
    ['company: "a', 'an unclosed quote'],
    ['company: a and ""', 'an empty term'],
  ])('refuses %s', (text, why) => {
    expect(() => parseGroup(text)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(why) as string }),
    );
  });

  it('round-trips anything in quotes', () => {
    const term = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.trim() !== '');
    const group = fc.record({
      scope: fc.constantFrom('company' as const, 'activity' as const),
      match: fc.constantFrom('and' as const, 'or' as const),
      terms: fc.array(term, { minLength: 2, maxLength: 5 }),
      exclude: fc.array(term, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(group, (written) => {
        expect(parseGroup(writeGroup(written))).toEqual(written);
      }),
    );
  });

  it('parses any input or rejects it as invalid usage', () => {
    const piece = fc.constantFrom(
      'company:',
      'activity',
      ':',
      '"',
      '\\',
      ' ',
      'and',
      'or',
      'NOT',
      'x',
      '東京',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          expect(parseGroup(pieces.join('')).terms.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ name: 'UsageError' });
        }
      }),
    );
  });
});
