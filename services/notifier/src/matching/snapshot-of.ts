import { Corpus, NO_IDS, SegmentBuilder, type CatalogSignal, type Snapshot } from '@heliograph/read-model';

/** Signals as a corpus of their own. Ids must be unique; all signals count as published. */
export function snapshotOf(signals: readonly CatalogSignal[]): Snapshot {
  const builder = new SegmentBuilder();
  for (const signal of signals) builder.add(signal);
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: 0, segment: builder.finish(), withdrawn: NO_IDS }, Infinity);
  return corpus.at(Infinity);
}
