import { search } from '@heliograph/proto';
import type { SignalFilters } from '../query/search-request';
import { SegmentBuilder } from '../segment/segment-builder';
import type { Segment } from '../segment/segment';
import { viewOfAll } from '../snapshot';
import { countFacets, expectedFacetsCost } from './facets';

const { SearchGroups_Operator: Operator, SearchGroups_Scope: Scope } = search;
const FACETS = ['category', 'country', 'industry', 'size', 'company', 'month', 'fundingStage'] as const;

function segmentOf(signals: number): Segment {
  const builder = new SegmentBuilder();
  for (let number = 1; number <= signals; number++) {
    const company = { slug: `acme-${number % 40}`, name: `Acme ${number % 40} Inc` };
    const item = {
      title: 'new york sales',
      activityDate: '2026-11-01',
      category: 'news',
      industries: ['x'],
      company,
    };
    const document = {
      ...item,
      id: String(number),
      country: 'US',
      funding: { amount: number, stage: 'seed' },
    };
    builder.add({
      id: document.id,
      ordinal: number,
      companyId: number % 40,
      employeeCount: 60,
      publishedAtMs: 0,
      document: Buffer.from(JSON.stringify(document)),
    });
  }
  return builder.finish();
}

/** The same segment, counting reads of arrays that grow with its rows, companies, or amounts. */
function watched(segment: Segment) {
  const reads = { count: 0 };
  const watch = <Elements extends object>(elements: Elements): Elements =>
    new Proxy(elements, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        const isMethod = typeof value === 'function';
        if (isMethod || /^\d+$/.test(String(key))) reads.count += 1;
        return isMethod ? (value.bind(target) as unknown) : value;
      },
    });
  const { amounts, companyTable, titles } = segment;
  const { names, rows } = companyTable;
  return {
    reads,
    segment: {
      ...segment,
      companies: watch(segment.companies),
      amounts: { rows: watch(amounts.rows), values: watch(amounts.values) },
      titles: { ...titles, words: watch(titles.words) },
      documents: { ...segment.documents, starts: watch(segment.documents.starts) },
      companyTable: {
        ...companyTable,
        rows: { ...rows, numbers: watch(rows.numbers) },
        names: { ...names, postings: { ...names.postings, numbers: watch(names.postings.numbers) } },
      },
    },
  };
}

it('estimates the most expensive query without reading rows, companies, or amounts', () => {
  const group = (term: string) => ({
    scope: Scope.COMPANY,
    match: Operator.AND,
    terms: [term, 'new york'],
    exclude: ['absent', 'york new'],
  });
  const filters: SignalFilters = {
    company: 'inc',
    companies: ['Acme 3 Inc', 'Acme 4 Inc'],
    country: 'US',
    industries: ['x'],
    categories: ['news'],
    fundingStages: ['seed'],
    fundingMin: 1,
    q: 'new "york sales" -absent',
    searchGroups: { op: Operator.OR, groups: ['new', 'york', 'sales', 'absent'].map(group) },
  };
  const { segment, reads } = watched(segmentOf(200));
  const snapshot = { views: [viewOfAll(segment)], version: 1, nextOrdinal: 1 };
  expect(expectedFacetsCost(filters, 0, FACETS, snapshot)).toBeGreaterThan(0);
  expect(reads.count).toBe(0);
  // Counting does read them.
  for (const slices = countFacets(filters, 0, FACETS, snapshot); !slices.next().done;);
  expect(reads.count).toBeGreaterThan(200);
});
