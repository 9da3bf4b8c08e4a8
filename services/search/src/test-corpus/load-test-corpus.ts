import { canonicalSignal, effectiveValues, renderDocument } from '@heliograph/catalog';
import { Corpus, NO_IDS, SegmentBuilder } from '@heliograph/read-model';
import { testCompanies, testSignals } from '@heliograph/test-corpus';

/** The test corpus in memory, rendered as the catalog renders what it stores. */
export function loadTestCorpus(nowMs: number): Corpus {
  const builder = new SegmentBuilder();
  const companies = new Map(
    testCompanies.map((company, index) => [company.slug, { company, id: index + 1 }]),
  );
  for (const [ordinal, signal] of testSignals.entries()) {
    const { company, id: companyId } = companies.get(signal.companySlug)!;
    const record = canonicalSignal(signal);
    builder.add({
      id: record.id,
      ordinal,
      companyId,
      employeeCount: company.employeeCount,
      publishedAtMs: Date.parse(record.publishedAt),
      document: Buffer.from(renderDocument(record, company, effectiveValues(record, company))),
    });
  }
  const corpus = new Corpus();
  const change = {
    version: 1,
    nextOrdinal: testSignals.length,
    segment: builder.finish(),
    withdrawn: NO_IDS,
  };
  corpus.apply(change, nowMs);
  return corpus;
}
