import { allRows, idOf, type Found } from '../evaluate/answer';
import { ofSignalsAlone, readQuery, type ReadQuery } from '../evaluate/plan';
import { matcherOf } from '../evaluate/matcher-of';
import { rowsAtOnce, type Slices } from '../evaluate/scan';
import type { Condition } from '../query/condition';
import type { SignalFilters } from '../query/search-request';
import type { Segment } from '../segment/segment';
import { isShown, type SegmentView, type Snapshot } from '../snapshot';
import { entrancesOf } from './entrances';
import { OpenedSegment } from './opened-segment';
import { TermShares } from './term-shares';

/** A query, and signals that match it. */
export interface Match {
  /** What the query was added as. */
  id: string;
  found: readonly Found[];
}

export interface Percolated {
  matches: Match[];
  /** Signals that pass everything but what company-scoped groups ask of all signals of their companies: see {@link Percolator.settle}. */
  undecided: Match[];
  /** Queries that were tried, each as often as a key led to it. */
  tried: number;
}

interface HeldQuery {
  id: string;
  read: ReadQuery;
  /** What is asked of a signal by itself, without what company-scoped groups ask of its company. */
  ofSignal: Condition;
  /** Undefined: it is tried on every signal. */
  keys: readonly string[] | undefined;
  /** Kept for queries with relative days, which are read again on another day. */
  relative?: { filters: SignalFilters; today: number };
}

/** Up to so many rows are asked one by one: a matcher over all rows costs as much to build and run, whatever their number. */
const ROWS_ONE_BY_ONE = 64;
/** Queries that are tried before others have their turn. */
const TRIED_AT_ONCE = 64;

/**
 * Search turned around: an index over queries, which signals are held against. It only decides which queries are tried on which signals;
 * the conditions that a search evaluates decide what they match, so the answer is that of a search.
 */
export class Percolator {
  private readonly queries = new Map<string, HeldQuery>();
  private readonly byKey = new Map<string, HeldQuery | Set<HeldQuery>>();
  private readonly always = new Set<HeldQuery>();
  private readonly shares = new TermShares();

  get size(): number {
    return this.queries.size;
  }

  /** How many queries are tried on every signal, because no word or value is required by them. */
  get alwaysTried(): number {
    return this.always.size;
  }

  /** Learns from these signals which words and labels are rare, for the queries that are added afterwards. */
  learn(segment: Segment): void {
    this.shares.learn(segment);
  }

  /**
   * Adds a query, in place of one that had the same id.
   *
   * @param today days since 1970-01-01, UTC.
   * @param read the query, if it has been read already.
   */
  add(id: string, filters: SignalFilters, today: number, read = readQuery(filters, today)): void {
    this.remove(id);
    const ofSignal = bySignalAlone(read);
    const held: HeldQuery = { id, read, ofSignal, keys: entrancesOf(ofSignal, this.shares.of) };
    if (isRelative(filters)) held.relative = { filters, today };
    this.queries.set(id, held);
    if (!held.keys) this.always.add(held);
    for (const key of held.keys ?? []) this.enter(key, held);
  }

  remove(id: string): void {
    const held = this.queries.get(id);
    if (!held) return;
    this.queries.delete(id);
    this.always.delete(held);
    for (const key of held.keys ?? []) this.leave(key, held);
  }

  /**
   * The queries that match signals, each once. Yields as it goes.
   *
   * @param signals a batch.
   * @param today days since 1970-01-01, UTC; relative days count from it.
   */
  *match(signals: Snapshot, today: number): Slices<Percolated> {
    const found = new Map<HeldQuery, Found[]>();
    let tried = 0;
    for (const view of signals.views) {
      const opened = yield* OpenedSegment.open(view.segment);
      const trial: Trial = { view, opened, today, found, whole: new Set() };
      const allRows = Uint32Array.from({ length: view.segment.rows }, (_, row) => row);
      // Of the moment: what is added or removed while this pauses may be in it or not.
      for (const held of this.always) {
        tryOn(held, allRows, trial);
        if (++tried % TRIED_AT_ONCE === 0) yield;
      }
      for (const [key, rows] of opened.keys()) {
        for (const held of this.enteredBy(key)) {
          tryOn(held, rows, trial);
          if (++tried % TRIED_AT_ONCE === 0) yield;
        }
      }
    }
    const percolated: Percolated = { matches: [], undecided: [], tried };
    for (const [{ id, read }, each] of found) {
      percolated[read.groups ? 'undecided' : 'matches'].push({ id, found: each });
    }
    return percolated;
  }

  /**
   * Those of the undecided that match.
   *
   * @param companies all signals of the companies of the signals in question, and the latter among them.
   */
  *settle(undecided: readonly Match[], companies: Snapshot, today: number): Slices<Match[]> {
    const matches: Match[] = [];
    for (const { id, found } of undecided) {
      const held = this.queries.get(id);
      if (!held) continue;
      const all = new Set((yield* allRows(readOn(held, today), companies)).map(idOf));
      const matching = found.filter((each) => all.has(idOf(each)));
      if (matching.length > 0) matches.push({ id, found: matching });
      yield;
    }
    return matches;
  }

  private enteredBy(key: string): Iterable<HeldQuery> {
    const entered = this.byKey.get(key);
    return entered instanceof Set ? entered : entered ? [entered] : [];
  }

  /** Most keys are of one query: a set for each would take more memory than the queries. */
  private enter(key: string, held: HeldQuery): void {
    const entered = this.byKey.get(key);
    if (entered instanceof Set) entered.add(held);
    else this.byKey.set(key, entered ? new Set([entered, held]) : held);
  }

  private leave(key: string, held: HeldQuery): void {
    const entered = this.byKey.get(key);
    if (entered instanceof Set) entered.delete(held);
    if (entered === held || (entered instanceof Set && entered.size === 0)) this.byKey.delete(key);
  }
}

const isRelative = ({ days, dateRanges }: SignalFilters) =>
  Boolean(days) || (dateRanges !== undefined && dateRanges.length > 0);

function readOn(held: HeldQuery, today: number): ReadQuery {
  const { relative } = held;
  if (relative && relative.today !== today) {
    // Days are no entrance, so the keys stay.
    held.read = readQuery(relative.filters, today);
    held.ofSignal = bySignalAlone(held.read);
    relative.today = today;
  }
  return held.read;
}

const bySignalAlone = (read: ReadQuery): Condition => ofSignalsAlone(read).filters;

interface Trial {
  view: SegmentView;
  opened: OpenedSegment;
  today: number;
  found: Map<HeldQuery, Found[]>;
  /** Those that were tried on the whole view. */
  whole: Set<HeldQuery>;
}

/** Tries a query on rows of a view, to which one of its keys led. */
function tryOn(held: HeldQuery, rows: Uint32Array, { view, opened, today, found, whole }: Trial): void {
  if (whole.has(held)) return;
  readOn(held, today);
  let own = found.get(held);
  // Rows of a view that was looked at before have the same numbers.
  const isKnown = (row: number) => own?.some((each) => each.row === row && each.view === view) === true;
  const note = (row: number) => {
    if (held.keys?.length !== 1 && isKnown(row)) return;
    if (!own) found.set(held, (own = []));
    own.push({ view, row });
  };
  if (rows.length > ROWS_ONE_BY_ONE) {
    whole.add(held);
    for (const row of rowsAtOnce(view, matcherOf(held.ofSignal, view.segment))) note(row);
    return;
  }
  for (const row of rows) if (opened.matches(held.ofSignal, row) && isShown(view, row)) note(row);
}
