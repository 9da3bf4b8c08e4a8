import type { CatalogPosition, ChangeRow, FeedState, SnapshotHalf } from '@heliograph/catalog';
import type { CorpusChange, Segment, SegmentPart, SegmentView } from '@heliograph/read-model';
import type { Checkpoint, CheckpointOrigin, RefusalReason } from '../checkpoint/checkpoint';

/** The start message of the thread that follows the catalog. */
export interface FollowerSettings {
  catalogReadUrl: string;
  /** Resumes after this version; undefined loads everything, or what a checkpoint does not have. */
  after: CatalogPosition | undefined;
  checkpointDirectory: string | undefined;
}

/** The start message of a thread that loads half of the catalog. It responds with a {@link SegmentPart} and ends. */
export interface LoaderInput {
  catalogReadUrl: string;
  half: SnapshotHalf;
}
export type LoaderOutput = SegmentPart;

/** A change as the follower reports it. */
export interface FollowedChange extends Pick<FeedState, 'databaseNowMs'> {
  change: CorpusChange;
  /** Token of the change's version. */
  token: string | undefined;
  /** The newest entries of the catalog's log, newest first: those of the change, or of everything after a load. */
  log: readonly ChangeRow[];
  /** The change's withdrawals older than all of `log`. Both are limited to the same length. */
  olderWithdrawals: readonly ChangeRow[];
  ageMs: number;
}

/** The checkpoint that the corpus began with. */
export interface LoadedCheckpoint extends Pick<
  Checkpoint,
  'views' | 'position' | 'nextOrdinal' | 'writtenAtMs'
> {
  bytes: number;
  readMs: number;
}

/** What the follower reports. */
export type FollowerMessage =
  /** Everything, replacing whatever was known; with a checkpoint, what changed since. */
  | ({ kind: 'loaded'; checkpoint?: LoadedCheckpoint; origin: CheckpointOrigin } & FollowedChange)
  | ({ kind: 'changed' } & FollowedChange)
  /** The catalog is unchanged, as of this many milliseconds ago. */
  | ({ kind: 'current'; ageMs: number } & Pick<FeedState, 'databaseNowMs'>)
  /** The catalog was rewound: nothing may be answered until everything is reloaded. */
  | { kind: 'rewound' }
  /** A checkpoint exists but is refused: everything is loaded. */
  | { kind: 'refused'; reason: RefusalReason; message: string }
  /** The catalog could not be read; the follower retries. */
  | { kind: 'failed'; reason: string };

/** The start message of the thread that merges. It responds with a {@link Segment} and ends. */
export interface MergeInput {
  views: readonly SegmentView[];
}
export type MergeOutput = Segment;

/** The start message of the thread that writes a checkpoint. It responds with a {@link CheckpointOutput} and ends. */
export interface CheckpointInput {
  directory: string;
  /** Size limit of the directory. */
  mostBytes: number;
  checkpoint: Checkpoint;
}
export interface CheckpointOutput {
  bytes: number;
}
