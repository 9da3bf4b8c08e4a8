import type { ChangePosition, ChangeRow } from '@heliograph/catalog';
import type { SegmentView, Snapshot } from '@heliograph/read-model';

/** Changes that became known together. */
export interface ChangeBatch {
  /** The catalog version that has them. */
  version: number;
  rows: readonly ChangeRow[];
  /** Their signals, in their current state. */
  signals: SegmentView | undefined;
}

/** Where changes come from: the catalog, or the wheel of test keys. */
export interface ChangeSource {
  /**
   * The current corpus, including everything reported as published.
   *
   * @throws ServiceError `unavailable`
   */
  snapshot(): Snapshot;
  /** The last version whose changes can be read. */
  version(): number;
  /**
   * Changes after a position and up to a version, in order, at most `limit`.
   *
   * @param inTurn runs slow work when its turn comes.
   * @throws ServiceError `cursor_expired` when some may no longer be kept; what `inTurn` throws.
   */
  read(
    after: ChangePosition,
    through: number,
    limit: number,
    inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ): readonly ChangeRow[] | Promise<readonly ChangeRow[]>;
  /** Refuses a position that never was. @throws ServiceError `cursor_expired` */
  requireKnown(position: ChangePosition): Promise<void>;
  /** The position before everything committed at a time or later. */
  positionAt(atMs: number): ChangePosition | Promise<ChangePosition>;
}
