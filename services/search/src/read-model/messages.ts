import type { ChangeRow, SnapshotHalf } from '@heliograph/catalog';
import type { CorpusChange, Segment, SegmentPart, SegmentView } from '@heliograph/read-model';

/** The start message of the thread that follows the catalog. */
export interface FollowerSettings {
  catalogReadUrl: string;
  /** Resumes after this version; undefined loads everything. */
  after: number | undefined;
}

/** The start message of a thread that loads half of the catalog. It answers with a {@link SegmentPart} and ends. */
export interface LoaderInput {
  catalogReadUrl: string;
  half: SnapshotHalf;
}
export type LoaderOutput = SegmentPart;

/** What changed, and how. */
export interface FollowedChange {
  change: CorpusChange;
  /** The newest entries of the catalog's log, newest first: those that made the change, or all there are. */
  log: readonly ChangeRow[];
  ageMs: number;
}

/** The follower's reports. */
export type FollowerMessage =
  /** Everything there is, replacing whatever was known. */
  | ({ kind: 'loaded' } & FollowedChange)
  | ({ kind: 'changed' } & FollowedChange)
  /** The catalog is unchanged, as of this many milliseconds ago. */
  | { kind: 'current'; ageMs: number }
  /** The catalog could not be read; it retries. */
  | { kind: 'failed'; reason: string };

/** The start message of the thread that merges. It answers with a {@link Segment} and ends. */
export interface MergeInput {
  views: readonly SegmentView[];
}
export type MergeOutput = Segment;
