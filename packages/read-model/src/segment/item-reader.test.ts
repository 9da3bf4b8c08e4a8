import { normalizedKey, words } from '@heliograph/words';
import fc from 'fast-check';
import { LABEL_PREFIXES } from '../labels';
import { dayOf } from '../query/days';
import { hashOfName } from './company-slots';
import { keysOf } from './dictionary';
import { ItemReader } from './item-reader';
import { TermTable } from './term-table';

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'Series A',
    ' São Paulo ',
    'quote " and \\ backslash',
    'tab\tnew\nline',
    '新能源 AI企业',
    'ガス',
    '',
  ),
);
const list = fc.array(text, { maxLength: 3 });
const item = fc.record(
  {
    id: fc.constant('1'),
    title: text,
    activityUrl: fc.webUrl(),
    activityDate: fc.constantFrom('2026-11-01', '1999-12-31'),
    publishedAt: fc.constant('2026-11-01T00:00:00.000Z'),
    category: text,
    country: text,
    city: text,
    industries: list,
    company: fc.record({ slug: text, name: text }),
    hiring: fc.record(
      { types: list, seniorities: list, unknown: fc.array(fc.array(fc.integer())) },
      { requiredKeys: [] },
    ),
    funding: fc.record(
      { stage: text, amount: fc.double({ noNaN: true, noDefaultInfinity: true }), currency: text },
      { requiredKeys: [] },
    ),
    unknown: fc.jsonValue(),
  },
  { requiredKeys: ['id', 'title', 'activityDate', 'category', 'industries', 'company'] },
);
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

/** The same labels, read from an object. */
function labelsOf({ category, country, city, industries, hiring, funding }: Item): string[] {
  const { hiring: kinds, ...prefixes } = LABEL_PREFIXES;
  return [
    prefixes.category + category,
    ...industries.map((industry) => prefixes.industry + industry),
    ...(country === undefined
      ? []
      : [prefixes.country + country, prefixes.countryKey + normalizedKey(country)]),
    ...(city === undefined ? [] : [prefixes.city + city, prefixes.cityKey + normalizedKey(city)]),
    ...(hiring?.types ?? []).map((label) => kinds.types + label),
    ...(hiring?.seniorities ?? []).map((label) => kinds.seniorities + label),
    ...(funding?.stage === undefined ? [] : [prefixes.fundingStage + funding.stage]),
    ...(funding?.currency === undefined ? [] : [prefixes.fundingCurrency + funding.currency]),
  ].sort();
}

it('reads the same from an item as JSON.parse, whatever its texts contain', () => {
  fc.assert(
    fc.property(item, fc.boolean(), (original, isSpaced) => {
      const terms = new TermTable();
      const json = JSON.stringify(original, null, isSpaced ? 2 : undefined);
      const read = new ItemReader(terms).read(Buffer.from(json), true);
      // Lone surrogates do not survive UTF-8.
      const expected = JSON.parse(Buffer.from(json).toString()) as Item;
      const numbers = { title: [...read.title.view()], labels: [...read.labels.view()] };
      const keys = [...keysOf(terms.pack())];
      expect(numbers.title.map((number) => keys[number])).toEqual(words(expected.title));
      expect(numbers.labels.map((number) => keys[number]!).sort()).toEqual(labelsOf(expected));
      expect(read.day).toBe(dayOf(expected.activityDate));
      expect(read.amount).toBe(expected.funding?.amount);
      const { slug, nameWords, nameHash } = read.company;
      expect(Buffer.from(slug.bytes.subarray(slug.from, slug.to)).toString()).toBe(expected.company.slug);
      expect([...nameWords.view()].map((number) => keys[number])).toEqual(words(expected.company.name));
      expect(nameHash).toBe(hashOfName(expected.company.name));
    }),
    { numRuns: 500 },
  );
});

it('reads days unchanged, including cached dates and lookalikes', () => {
  const reader = new ItemReader(new TermTable());
  const read = (activityDate: string) =>
    reader.read(Buffer.from(JSON.stringify({ activityDate })), false).day;
  const dates = [
    '2026-11-01',
    '2026x11x01',
    '2026-11-01',
    '9999-12-31',
    '0001-01-01',
    '2026-11-1',
    '2026-11-01',
  ];
  for (const date of dates) expect(read(date)).toBe(dayOf(date));
});

it('terminates for any input', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (json) => {
      try {
        new ItemReader(new TermTable()).read(Buffer.from(`{"title":${json}`), true);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
    }),
    { numRuns: 2_000 },
  );
});
