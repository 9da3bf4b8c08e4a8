import { createHash } from 'node:crypto';
import { EARLIEST_ACTIVITY_DATE, SIGNAL_ID } from '@heliograph/contract';
import { testCompanies, testSignals } from './index';

const SCRIPTS = 'Latin Han Hiragana Katakana Hangul Thai Arabic Hebrew Cyrillic Greek Devanagari'.split(' ');

describe('the test corpus', () => {
  it('is the one clients rely on, and never changes', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([testCompanies, testSignals]))
      .digest('hex');
    expect(digest).toBe('797814f3c0249c3c462d961745a906ee157d279a1d3034afab70df89417a0f09');
  });

  it('has 200 published signals with ids beyond the safe integers, each with a company', () => {
    const slugs = new Set(testCompanies.map(({ slug }) => slug));
    expect(testSignals).toHaveLength(200);
    expect(new Set(testSignals.map(({ id }) => id)).size).toBe(200);
    for (const { id, companySlug, activityDate, publishedAt } of testSignals) {
      expect(id).toMatch(SIGNAL_ID);
      expect(Number.isSafeInteger(Number(id))).toBe(false);
      expect(slugs).toContain(companySlug);
      expect(activityDate >= EARLIEST_ACTIVITY_DATE && publishedAt.startsWith(activityDate)).toBe(true);
      expect(Date.parse(publishedAt)).toBeLessThan(Date.parse('2026-11-16'));
    }
  });

  it.each(SCRIPTS)('has a title in %s', (script) => {
    expect(testSignals.some(({ title }) => new RegExp(`\\p{Script=${script}}`, 'u').test(title))).toBe(true);
  });

  it('has a company without signals, and one with more than a page', () => {
    const countOf = (slug: string) => testSignals.filter(({ companySlug }) => companySlug === slug).length;
    expect([countOf('no.signals_yet'), countOf('busyfield-group') > 50]).toEqual([0, true]);
  });
});
