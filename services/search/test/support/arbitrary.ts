import fc from 'fast-check';
import type { PlainCompany, PlainQuery, PlainSignal } from './brute-force';

/** Few words, so that they coincide: accents, inner punctuation, and words that differ only by marks. */
const spacedWords = [
  'new',
  'york',
  'sales',
  'Café',
  'cafe',
  'cafe\u0301',
  'C++',
  '.NET',
  "O'Reilly",
  'ＡＢＣ',
  'naïve',
  'Ⅳ',
  '100',
  'a',
  'A',
  'ﬁnance',
  'Straße',
  'İstanbul',
  'ΟΔΟΣ',
  'd\\o',
  'series',
  'مُحَمَّد',
  'محمد',
  'محـمد',
  'שָׁלוֹם',
  'שלום',
  'हिन्दी',
  'हिन्द',
  '\u0958',
];
/** Words that share letters, voiced kana and vowel signs in more than one form, and runs that mix scripts. */
const unspacedWords = [
  '新能源',
  '能源',
  '源新',
  'AI企业',
  '融资100',
  '𠮷野家',
  '時々',
  'ガス',
  'カ\u3099ス',
  'ｶﾞｽ',
  'カス',
  'シリーズ',
  'リース',
  '스타트업',
  '스타트업'.normalize('NFD'),
  '타트스',
  'ที่ทำงาน',
  'ทีงาน',
  'ບໍລິສັດ',
  'ក្រុមហ៊ុន',
];
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Two to four letters of a word in an unspaced script. */
const piece = fc
  .tuple(fc.constantFrom(...unspacedWords), fc.nat(), fc.integer({ min: 2, max: 4 }))
  .map(([text, place, length]) => {
    const whole = [...letters.segment(text)].map(({ segment }) => segment);
    const start = place % Math.max(1, whole.length - 1);
    return whole.slice(start, start + length).join('');
  });
const word = fc.constantFrom(...spacedWords, ...unspacedWords);
const title = fc
  .array(word, { minLength: 1, maxLength: 9 })
  .chain((list) =>
    fc.constantFrom(' ', ' ', ' ', ', ', ' - ', '/', '\t', '', '', '、').map((glue) => list.join(glue)),
  );

const labels = ['x', 'y-z', "it's"];
const countries = ['France', 'france', 'Côte d’Ivoire', 'US', '\uFEFFUS'];
const cities = ['São Paulo', 'sao paulo', 'Paris', 'St. Louis', '上海', 'パリ', 'ハリ', 'שָׂדֶה'];
const industries = ['Biotech', 'AI & ML', '医疗'];
const stages = ['seed', 'Series A'];
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const some = <Value>(values: readonly Value[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const amounts = [0, 0.5, 1, 99, 100, 1000, 1024, 5_000_000, 5_000_000.5];

export const TODAY = '2026-11-21';
const days = [
  '2026-11-21',
  '2026-11-20',
  '2026-11-14',
  '2026-11-13',
  '2026-10-22',
  '2026-10-21',
  '2026-08-30',
  '2026-08-23',
  '2026-08-22',
  '2025-06-01',
  '2027-01-15',
];

export const companies: PlainCompany[] = [
  {
    slug: 'cafe-new-york',
    name: 'Café New York',
    country: 'France',
    city: 'Paris',
    industries: ['Biotech'],
    employeeCount: 49,
  },
  { slug: 'a', name: 'A A', country: 'US', employeeCount: 50, industries: [] },
  {
    slug: 'a.b_c',
    name: 'New York Sales New York',
    city: 'São Paulo',
    industries: ['AI & ML', 'Biotech'],
    employeeCount: 500,
  },
  {
    slug: 'q4',
    name: "O'Reilly (100) 融资",
    country: 'Côte d’Ivoire',
    city: 'St. Louis',
    employeeCount: 10_000_001,
  },
  { slug: 'cafe', name: 'cafe', country: 'france', employeeCount: 501, industries: ['医疗'] },
  { slug: 'none', name: '***', employeeCount: 0 },
  { slug: 'gas', name: '株式会社ガス', country: 'France', city: 'パリ', employeeCount: 60, industries: [] },
  { slug: 'startup', name: '(주)스타트업 شركة مُحَمَّد', city: '上海', industries: ['医疗'] },
];

export const signals: fc.Arbitrary<PlainSignal[]> = fc.uniqueArray(
  fc.record({
    id: fc.oneof(
      fc.integer({ min: 1, max: 300 }).map(String),
      fc.constantFrom('9999999999999999999', '9223372036854775808', '9223372036854775807', '10000000000'),
    ),
    title,
    category: fc.constantFrom('hiring', 'funding', 'ipo'),
    companySlug: fc.constantFrom(...companies.map(({ slug }) => slug)),
    activityDate: fc.constantFrom(...days),
    publishedAt: fc.constantFrom(
      '2025-06-01T00:00:00Z',
      '2026-11-01T10:00:00+02:00',
      '2000-01-01',
      '2999-01-01T00:00:00.000Z',
    ),
    country: optional(fc.constantFrom(...countries)),
    city: optional(fc.constantFrom(...cities)),
    industries: optional(some(industries)),
    hiring: optional(
      fc.record({
        types: optional(some(labels)),
        functions: optional(some(labels)),
        seniorities: optional(some(labels)),
        employmentTypes: optional(some(labels)),
        workArrangements: optional(some(labels)),
      }),
    ),
    funding: optional(
      fc.record({
        stage: optional(fc.constantFrom(...stages)),
        amount: optional(fc.constantFrom(...amounts)),
        currency: optional(fc.constantFrom('USD', 'EUR')),
      }),
    ),
  }),
  { minLength: 120, maxLength: 160, selector: ({ id }) => id, size: 'max' },
);

const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const termText = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 2, arbitrary: piece },
  { weight: 3, arbitrary: phrase.map((text) => `"${text}"`) },
  { weight: 1, arbitrary: fc.constantFrom('-', '"', '***', '""', 'absent', 'new-york', '"new york') },
);
const signedTerm = fc.tuple(fc.constantFrom('', '', '', '-', '--'), termText).map((parts) => parts.join(''));
const textOf = (term: fc.Arbitrary<string>, glue: string) =>
  fc.array(term, { minLength: 1, maxLength: 3 }).map((list) => list.join(glue));
const groupTerm = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: piece },
  { weight: 2, arbitrary: phrase },
  { weight: 1, arbitrary: fc.constant('!') },
);

const group = fc.record({
  scope: fc.constantFrom('activity' as const, 'company' as const),
  match: fc.constantFrom('and' as const, 'or' as const),
  terms: fc.array(groupTerm, { maxLength: 3 }),
  exclude: fc.oneof(
    { weight: 3, arbitrary: fc.constant([] as string[]) },
    { weight: 1, arbitrary: fc.array(groupTerm, { maxLength: 2 }) },
  ),
});

const filters = {
  q: textOf(signedTerm, ' '),
  all: textOf(termText, ', '),
  exact: fc.oneof(phrase, piece),
  any: textOf(termText, ' '),
  exclude: textOf(termText, ','),
  searchGroups: fc.record({
    op: fc.constantFrom('and' as const, 'or' as const),
    groups: fc.array(group, { minLength: 1, maxLength: 4 }),
  }),
  company: fc.constantFrom(
    'new york',
    'NEW YORK SALES',
    'york new',
    'new york sales new',
    'sales new york',
    'a',
    "o'reilly",
    '?',
    'cafe',
    '会社',
    '㈱',
    'ｶﾞｽ',
    'カス',
    '스타트',
    '스타트'.normalize('NFD'),
    'محمد',
  ),
  companySlug: fc.constantFrom('a', 'a.b_c', 'nobody'),
  companies: some([
    'a',
    'CAFÉ NEW YORK',
    'cafe',
    'Nobody',
    '***',
    'a a',
    '株式会社ｶﾞｽ',
    '株式会社カス',
    'ガス',
  ]),
  country: fc.constantFrom(...countries),
  locations: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('country'), value: fc.constantFrom('FRANCE', 'cote d’ivoire', 'us') }),
      fc.record({
        kind: fc.constant('city'),
        value: fc.constantFrom('SAO PAULO', 'paris', 'st louis', 'st. louis', '上海', 'ﾊﾟﾘ', 'שדה'),
        country: optional(fc.constantFrom('france', 'us')),
      }),
    ),
    { minLength: 1, maxLength: 2 },
  ),
  industry: fc.constantFrom(...industries, 'biotech'),
  industries: some(industries),
  size: fc.constantFrom('1-49' as const, '50-100' as const, '101-500' as const, '501-10000000' as const),
  days: fc.constantFrom(7, 30, 90),
  dateRanges: some(['7', '30', '90', 'older'] as const),
  dateFrom: fc.constantFrom('2026-08-30', '2026-10-22', '2026-11-14'),
  dateTo: fc.constantFrom('2026-08-30', '2026-11-13', '2026-11-20', '2026-12-31'),
  categories: some(['hiring', 'funding', 'ipo', 'none']),
  hiringTypes: some(labels),
  hiringFunctions: some(labels),
  hiringSeniorities: some(labels),
  hiringEmploymentTypes: some(labels),
  hiringWorkArrangements: some(labels),
  fundingStages: some(stages),
  fundingCurrency: fc.constantFrom('USD', 'GBP'),
  fundingMin: fc.constantFrom(...amounts),
  fundingMax: fc.constantFrom(...amounts),
  ids: fc.uniqueArray(
    fc.oneof(fc.integer({ min: 1, max: 300 }).map(String), fc.constant('9999999999999999999')),
    { minLength: 1, maxLength: 50 },
  ),
  activityIds: fc.uniqueArray(fc.integer({ min: 1, max: 300 }).map(String), { minLength: 1, maxLength: 50 }),
} satisfies { [Name in keyof PlainQuery]-?: fc.Arbitrary<NonNullable<PlainQuery[Name]>> };

/** One to three filters, with text and groups more often than others. */
export const queries: fc.Arbitrary<PlainQuery> = fc
  .uniqueArray(
    fc.oneof(
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'q' as const,
          'any' as const,
          'exclude' as const,
          'exact' as const,
          'searchGroups' as const,
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(filters) as (keyof PlainQuery)[])) },
    ),
    { maxLength: 3 },
  )
  .chain((names) =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, filters[name]])) as Record<string, fc.Arbitrary<unknown>>,
    ),
  ) as fc.Arbitrary<PlainQuery>;
