import { canonicalSignal, effectiveValues, renderDocument } from '@heliograph/catalog';
import { Corpus, NO_IDS, SegmentBuilder, type CatalogSignal } from '@heliograph/read-model';
import { testCompanies, testSignals } from '@heliograph/test-corpus';

/** The test corpus in the form the catalog renders, in its order. */
export function readTestSignals(): CatalogSignal[] {
  const companies = new Map(
    testCompanies.map((company, index) => [company.slug, { company, id: index + 1 }]),
  );
  return testSignals.map((signal, ordinal) => {
    const { company, id: companyId } = companies.get(signal.companySlug)!;
    const record = canonicalSignal(signal);
    return {
      id: record.id,
      ordinal,
      companyId,
      employeeCount: company.employeeCount,
      publishedAtMs: Date.parse(record.publishedAt),
      document: Buffer.from(renderDocument(record, company, effectiveValues(record, company))),
    };
  });
}

/** The test corpus in memory. */
export function loadTestCorpus(signals: readonly CatalogSignal[], nowMs: number): Corpus {
  const builder = new SegmentBuilder();
  for (const signal of signals) builder.add(signal);
  const corpus = new Corpus();
  const change = {
    version: 1,
    nextOrdinal: signals.length,
    segment: builder.finish(),
    withdrawn: NO_IDS,
  };
  corpus.apply(change, nowMs);
  return corpus;
}
