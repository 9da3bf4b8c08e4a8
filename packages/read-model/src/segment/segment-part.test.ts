import { randomNumbers, syntheticCompanies, syntheticSignals } from '@heliograph/testing';
import { canonicalSignal, effectiveValues, renderDocument } from '@heliograph/catalog';
import { keyOf } from './dictionary';
import { documentOf } from './documents';
import { rowsOf } from './row-sets';
import { SegmentBuilder } from './segment-builder';
import { memoryOf } from './segment-part';
import type { Segment } from './segment';
import type { CatalogSignal } from './signal';

const SIGNALS = 400;
const companies = [...syntheticCompanies({ signals: SIGNALS })];
const catalogSignals: CatalogSignal[] = [...syntheticSignals({ signals: SIGNALS })].map((record, ordinal) => {
  const companyId = companies.findIndex(({ slug }) => slug === record.companySlug);
  const company = companies[companyId]!;
  const canonical = canonicalSignal(record);
  return {
    id: record.id,
    ordinal,
    companyId,
    employeeCount: company.employeeCount,
    publishedAtMs: Date.parse(record.publishedAt),
    document: Buffer.from(renderDocument(canonical, company, effectiveValues(canonical, company))),
  };
});

/** Describes a segment by its terms' texts: their numbers depend on the order of insertion. */
function described(segment: Segment) {
  const { terms, rowSets, companyTable, titles, documents, idTable: _, labelTables, ...rest } = segment;
  const rows = [...segment.days.keys()];
  const keys = Array.from({ length: terms.offsets.length - 1 }, (__, term) => keyOf(terms, term));
  const { names, slugs: ___, nameKeys: ____, rows: rowsOfCompanies, ...ofCompanies } = companyTable;
  return {
    ...rest,
    rowSets: Object.fromEntries(keys.map((key, term) => [key, [...rowsOf(rowSets, term)]])),
    titles: rows.map((row) =>
      [...titles.words.subarray(titles.starts[row], titles.starts[row + 1])].map((term) => keys[term]),
    ),
    documents: rows.map((row) => Buffer.from(documentOf(documents, row)).toString()),
    companies: ofCompanies,
    rowsOfCompanies,
    names: [...names.ranks].map((rank) => keys[names.terms[rank]!]),
    labels: Object.values(labelTables).map((table) => [...table.terms].map((term) => keys[term])),
  };
}

it('builds the same segment from several builders as from one', () => {
  const whole = new SegmentBuilder();
  for (const signal of catalogSignals) whole.add(signal);
  const expected = described(whole.finish());
  const random = randomNumbers(7);
  for (let round = 0; round < 5; round++) {
    const builders = [new SegmentBuilder(), new SegmentBuilder(), new SegmentBuilder()] as const;
    for (const signal of catalogSignals) builders[Math.floor(random() * 3) as 0 | 1 | 2].add(signal);
    const [first, ...others] = builders;
    for (const other of others) {
      const part = other.part();
      // As received from another thread.
      first.addPart(structuredClone(part, { transfer: memoryOf(part) }));
    }
    expect(described(first.finish())).toEqual(expected);
  }
});

it('accepts a part without signals', () => {
  const builder = new SegmentBuilder();
  builder.add(catalogSignals[0]!);
  builder.addPart(new SegmentBuilder().part());
  expect(builder.finish().rows).toBe(1);
});
