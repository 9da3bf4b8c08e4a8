import { rowOf, type Segment } from './segment/segment';
import type { Ids } from './segment/id-table';
import { isShown, keptRows, type KeptRows, type SegmentView, type Snapshot } from './snapshot';

type CatalogState = Pick<Snapshot, 'version' | 'nextOrdinal'>;

/** What changed between two versions of the catalog; the state is that after the change. */
export interface CorpusChange extends CatalogState {
  /** New or changed signals. */
  segment?: Segment;
  /** Removed signals. */
  withdrawn: Ids;
}

export const NO_IDS: Ids = { high: new Uint32Array(0), low: new Uint32Array(0) };

/**
 * The current corpus, as an immutable snapshot. Changes and merges replace it; running scans keep the one they have.
 */
export class Corpus {
  private snapshot: Snapshot = { views: [], version: 0, nextOrdinal: 0 };
  /** Epoch milliseconds of the next scheduled publication. */
  private nextScheduled = Infinity;
  /** The latest time at which anything was shown. */
  private shownAtMs = -Infinity;
  /** Ids hidden while a merge runs: its result still shows them. */
  private hiddenMeanwhile: Ids[] | undefined;

  /** The corpus with everything published by then, also when the clock has gone back. */
  at(nowMs: number): Snapshot {
    if (nowMs < this.shownAtMs) {
      this.restore(keptRows(this.snapshot), this.snapshot, nowMs);
    } else if (nowMs >= this.nextScheduled) {
      this.change({ views: this.snapshot.views.map((view) => published(view, nowMs)) }, nowMs);
    }
    return this.snapshot;
  }

  /** Restores what {@link keptRows} returned for a snapshot, whenever that was. */
  restore(kept: readonly KeptRows[], { version, nextOrdinal }: CatalogState, nowMs: number): void {
    const views = kept.map(({ segment, rows }) => viewOf(segment, nowMs, rows));
    this.change({ views, version, nextOrdinal }, nowMs);
  }

  /** Takes in a change, all of it at once. */
  apply({ version, nextOrdinal, segment, withdrawn }: CorpusChange, nowMs: number): void {
    const hidden = segment ? [withdrawn, segment.ids] : [withdrawn];
    this.hiddenMeanwhile?.push(...hidden);
    const views = this.at(nowMs).views.map((view) => withHidden(view, hidden));
    if (segment && segment.rows > 0) views.push(viewOf(segment, nowMs));
    this.change({ views, version, nextOrdinal }, nowMs);
  }

  /** Starts merging some views, until {@link merged} or {@link abandonMerge}. */
  beginMerge(): void {
    this.hiddenMeanwhile = [];
  }

  abandonMerge(): void {
    this.hiddenMeanwhile = undefined;
  }

  /** Replaces segments with the one they were merged into. */
  merged(segment: Segment, of: readonly Segment[], nowMs: number): void {
    const hidden = this.hiddenMeanwhile ?? [];
    this.hiddenMeanwhile = undefined;
    const views = this.at(nowMs).views.filter((view) => !of.includes(view.segment));
    if (segment.rows > 0) views.unshift(withHidden(viewOf(segment, nowMs), hidden));
    this.change({ views }, nowMs);
  }

  private change(over: Partial<Snapshot> & Pick<Snapshot, 'views'>, nowMs: number): void {
    const views = over.views.filter((view) => view.scheduled.length > 0 || showsAny(view));
    this.snapshot = { ...this.snapshot, ...over, views };
    this.shownAtMs = nowMs;
    this.nextScheduled = views.reduce((next, { segment, scheduled }) => {
      return Math.min(next, scheduled.length > 0 ? segment.publishedAt[scheduled[0]!]! : Infinity);
    }, Infinity);
  }
}

const showsAny = ({ shown }: SegmentView) => shown.some((word) => word !== 0);

/** A segment, showing the rows published by now. @param kept a bit for each row to keep; all if absent. */
function viewOf(segment: Segment, nowMs: number, kept?: Uint32Array): SegmentView {
  const shown = new Uint32Array(Math.ceil(segment.rows / 32));
  const scheduled: number[] = [];
  for (let row = 0; row < segment.rows; row++) {
    if (kept && ((kept[row >>> 5]! >>> (row & 31)) & 1) === 0) continue;
    if (segment.publishedAt[row]! <= nowMs) shown[row >>> 5]! |= 1 << (row & 31);
    else scheduled.push(row);
  }
  scheduled.sort((a, b) => segment.publishedAt[a]! - segment.publishedAt[b]!);
  return { segment, shown, scheduled };
}

function published(view: SegmentView, nowMs: number): SegmentView {
  const { segment, scheduled } = view;
  const count = scheduled.findIndex((row) => segment.publishedAt[row]! > nowMs);
  const now = count < 0 ? scheduled : scheduled.slice(0, count);
  if (now.length === 0) return view;
  const shown = view.shown.slice();
  for (const row of now) shown[row >>> 5]! |= 1 << (row & 31);
  return { segment, shown, scheduled: scheduled.slice(now.length) };
}

function withHidden(view: SegmentView, hidden: readonly Ids[]): SegmentView {
  const { segment } = view;
  let shown: Uint32Array | undefined;
  const gone = new Set<number>();
  for (const { high, low } of hidden) {
    for (let index = 0; index < high.length; index++) {
      const row = rowOf(segment, high[index]!, low[index]!);
      if (row < 0) continue;
      gone.add(row);
      if (!isShown(view, row)) continue;
      shown ??= view.shown.slice();
      shown[row >>> 5]! &= ~(1 << (row & 31));
    }
  }
  if (gone.size === 0) return view;
  return { segment, shown: shown ?? view.shown, scheduled: view.scheduled.filter((row) => !gone.has(row)) };
}
