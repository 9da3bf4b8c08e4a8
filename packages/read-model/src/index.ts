export * from './query/search-request';
export type { Condition } from './query/condition';
export { dayOf, dayOfTime, FIRST_DAY, LAST_DAY } from './query/days';
export type { CompanyGroup } from './query/read-groups';
export { LABEL_PREFIXES } from './labels';
export type { CatalogSignal } from './segment/signal';
export { rowOf, type Segment } from './segment/segment';
export { SegmentBuilder } from './segment/segment-builder';
export { memoryOf, type SegmentPart } from './segment/segment-part';
export { mergeViews } from './segment/merge-views';
export { documentOf } from './segment/documents';
export { keysOf, selectMembers, titleOf } from './segment/members';
export { TitleMatcher } from './query/title-matcher';
export { splitSignalId, parseSignalId, formatSignalId, type SignalId } from './segment/signal-id';
export { Corpus, NO_IDS, type CorpusChange } from './corpus';
export { isShown, keptRows, viewOfAll, type KeptRows, type SegmentView, type Snapshot } from './snapshot';
export { expectedCost, matchesAll, ofSignalsAlone, readQuery, type ReadQuery } from './evaluate/plan';
export type { KnownMatchers } from './evaluate/matcher-of';
export { allRows, countMatches, findPage, idOf, matchesAmong, type Found } from './evaluate/matches';
export {
  chosenOf,
  countFacets,
  expectedFacetsCost,
  without,
  type FacetCounts,
  type FacetedCount,
} from './evaluate/facets';
export { MostFrequent } from './evaluate/facets/most-frequent';
export { expectedSuggestCost, suggest, type SuggestRequest } from './evaluate/suggest';
export type { NamedKind } from './evaluate/suggestions/shown-counts';
export type { FacetCount } from './evaluate/facets/most-frequent';
export type { Slices } from './evaluate/scan';
export { Percolator, type Match } from './percolator/percolator';
