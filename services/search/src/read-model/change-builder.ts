import type { ChangeReader, ChangeRow, FeedRow, FeedState } from '@heliograph/catalog';
import { parseSignalId, SegmentBuilder, type SegmentPart } from '@heliograph/read-model';
import { TAIL_ROWS } from '../changes/change-tail';
import type { FollowedChange } from './messages';

/** Builds a change from what a feed hands over. */
export class ChangeBuilder {
  private readonly builder = new SegmentBuilder();
  private readonly high: number[] = [];
  private readonly low: number[] = [];
  private readonly log: ChangeRow[] = [];
  private readonly olderWithdrawals: ChangeRow[] = [];
  readonly changes: ChangeReader = {
    limit: TAIL_ROWS,
    onChanges: (rows) => void this.log.push(...rows),
    onOlderWithdrawals: (rows) => void this.olderWithdrawals.push(...rows),
  };

  readonly onRows = (rows: readonly FeedRow[]): void => {
    for (const row of rows) this.builder.add(row);
  };

  readonly onPart = (part: SegmentPart): void => this.builder.addPart(part);

  readonly onWithdrawn = (ids: readonly string[]): void => {
    for (const digits of ids) {
      const id = parseSignalId(digits);
      // Ids beyond every signal's can be withdrawn, too.
      if (!id) continue;
      this.high.push(id.high);
      this.low.push(id.low);
    }
  };

  finish({ version, token, nextOrdinal, databaseNowMs }: FeedState): Omit<FollowedChange, 'ageMs'> {
    return {
      change: {
        version,
        nextOrdinal,
        segment: this.builder.rows > 0 ? this.builder.finish() : undefined,
        withdrawn: { high: Uint32Array.from(this.high), low: Uint32Array.from(this.low) },
      },
      token,
      databaseNowMs,
      log: this.log,
      olderWithdrawals: this.olderWithdrawals,
    };
  }
}
