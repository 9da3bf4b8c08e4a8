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
])('%s becomes %s', (id, label) => {
  expect(labelOf('category', id)).toBe(label);
});

test('industries and countries are already labels', () => {
  expect(labelOf('industry', 'it-services')).toBe('it-services');
  expect(labelOf('country', 'uk')).toBe('uk');
});
