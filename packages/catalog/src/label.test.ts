import fc from 'fast-check';
import { labelOf } from './label';

test.each([
  ['product-launch', 'Product launch'],
  ['full_time', 'Full time'],
  ['series-a', 'Series A'],
  ['series-b2', 'Series B2'],
  ['series-a-extension', 'Series A extension'],
  ['pre-series-a', 'Pre-Series A'],
  ['pre-seed', 'Pre-seed'],
  ['pre-ipo', 'Pre-IPO'],
  ['post-ipo-equity', 'Post IPO equity'],
  ['ipo', 'IPO'],
  ['m-and-a', 'M&A'],
  ['r-and-d', 'R&D'],
  ['it', 'IT'],
  ['hr', 'HR'],
  ['vp', 'VP'],
  ['cto', 'CTO'],
  ['qa-engineering', 'QA engineering'],
  ['ai-saas', 'AI SaaS'],
  // Left alone: words that merely contain an acronym, letters without a series, and what people wrote themselves.
  ['capital', 'Capital'],
  ['hit', 'Hit'],
  ['grade-a', 'Grade a'],
  ['mini-series', 'Mini series'],
  ['time-series-analysis', 'Time series analysis'],
  ['SERIES-a', 'SERIES a'],
  ['eBay-it', 'EBay it'],
  ['株式-公開', '株式 公開'],
  ['--', '--'],
  ['constructor', 'Constructor'],
  // Words end where their letters do, not where English letters do.
  ['prévention', 'Prévention'],
  ['itération', 'Itération'],
  ['hrč', 'Hrč'],
  ['hrc\u030c-hr', 'Hrc\u030c HR'],
  ['hr\u030c', 'Hr\u030c'],
  ['ém-and-a', 'Ém and a'],
  ['m-and-aé', 'M and aé'],
  ['série-it', 'Série IT'],
  ['series-aé', 'Series aé'],
  ['épre-seed', 'Épre seed'],
])('%s becomes %s', (id, label) => {
  expect(labelOf('category', id)).toBe(label);
});

test('industries and countries are already labels', () => {
  expect(labelOf('industry', 'it-services')).toBe('it-services');
  expect(labelOf('country', 'uk')).toBe('uk');
});

test('a label differs from the identifier only in case, separators, and M&A or R&D', () => {
  const words = fc.constantFrom('it', 'm', 'and', 'a', 'series', 'pre', 'seed', 'prévention', 'constructor');
  const separators = fc.constantFrom('-', '_', ' ');
  const identifiers = fc
    .array(fc.oneof(words, separators, fc.string({ unit: 'grapheme' })))
    .map((parts) => parts.join(''));
  const letters = (text: string) =>
    text
      .toUpperCase()
      .replaceAll('&', 'AND')
      .replace(/[-_\s]/g, '');
  fc.assert(
    fc.property(identifiers, (id) => {
      expect(letters(labelOf('category', id))).toBe(letters(id));
    }),
  );
});
