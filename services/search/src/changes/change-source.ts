import type { ChangePosition, ChangeRow } from '@heliograph/catalog';
import type { SegmentView, Snapshot } from '@heliograph/read-model';

/** Changes that became known together. */
export interface ChangeNews {
  /** Of the catalog, with them. */
  version: number;
  rows: readonly ChangeRow[];
  /** The signals that they are of, as they are now. */
  signals: SegmentView | undefined;
}

/** Where changes come from: the catalog, or the wheel of test keys. */
export interface ChangeSource {
  /**
   * The corpus now, with everything that is told as published.
   *
   * @throws ServiceError `unavailable`
   */
  snapshot(): Snapshot;
  /** The last version whose changes can be read. */
  version(): number;
  /** Changes after a place and up to a version, in their order, `most` at most. */
  read(
    after: ChangePosition,
    through: number,
    most: number,
  ): readonly ChangeRow[] | Promise<readonly ChangeRow[]>;
  /** The place before everything that was committed at a time or later. */
  placeAt(atMs: number): ChangePosition | Promise<ChangePosition>;
}
