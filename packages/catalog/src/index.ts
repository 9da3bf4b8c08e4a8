export * from './bounds';
export * from './sizes';
export * from './records';
export * from './migrate';
export { CorpusWriter } from './merge/corpus-writer';
export { CatalogFeed, type SnapshotHalf } from './feed/catalog-feed';
export {
  CatalogRewoundError,
  TooManyChangesError,
  type CatalogPosition,
  type CatalogTotals,
  type FeedState,
} from './feed/catalog-position';
export type { ChangeKind, ChangeRow } from './changes/change-rows';
export type { ChangeReader } from './changes/copy-changes';
export {
  firstVersionSince,
  isLost,
  isTooFarBack,
  readChanges,
  type ChangePosition,
} from './changes/read-changes';
export { pruneChanges } from './changes/prune-changes';
export { READER_LEASE_MS, ReaderLease } from './feed/reader-lease';
export type { FeedRow } from './feed/row-batches';
export {
  catalogVersion,
  waitForReaders,
  type LaggingReader,
  type WaitOptions,
} from './feed/wait-for-readers';
export { canonicalSignal, effectiveValues, renderDocument } from './render';
export { identifierPaths } from './identifier-paths';
export { companyKeys, nameKeys, type CompanyKeys } from './company-keys';
export { labelOf } from './label';
export { FullListError, writeIdentifiers } from './merge/identifiers';
export { pruneIdentifiers, type UnusedIdentifiers } from './merge/prune';
export { withdrawSignals } from './merge/withdraw';
export { writeCorpus } from './merge/write-corpus';
export { hasScheduledSignals, publishScheduledSignals } from './merge/publish';
