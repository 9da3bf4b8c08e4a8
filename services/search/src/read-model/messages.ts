import type { ChangeRow, SnapshotHalf } from '@heliograph/catalog';
import type { CorpusChange, Segment, SegmentPart, SegmentView } from '@heliograph/read-model';

/** What the thread that follows the catalog is started with. */
export interface FollowerSettings {
  catalogReadUrl: string;
  /** Resumes after this version; undefined loads everything. */
  after: number | undefined;
}

/** What the thread that loads a half of the catalog is started with. It answers with a {@link SegmentPart} and ends. */
export interface LoaderInput {
  catalogReadUrl: string;
  half: SnapshotHalf;
}
export type LoaderOutput = SegmentPart;

/** What changed, and how. */
export interface FollowedChange {
  change: CorpusChange;
  /** The newest of the catalog's log, the newest first: those that made the change, or all there are. */
  log: readonly ChangeRow[];
  ageMs: number;
}

/** What the follower reports. */
export type FollowerMessage =
  /** Everything there is, in the place of whatever was known. */
  | ({ kind: 'loaded' } & FollowedChange)
  | ({ kind: 'changed' } & FollowedChange)
  /** The catalog is unchanged, as of so many milliseconds ago. */
  | { kind: 'current'; ageMs: number }
  /** The catalog could not be read; it tries again. */
  | { kind: 'failed'; reason: string };

/** What the thread that merges is started with. It answers with a {@link Segment} and ends. */
export interface MergeInput {
  views: readonly SegmentView[];
}
export type MergeOutput = Segment;
