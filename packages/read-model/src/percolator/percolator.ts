import { allRows, idOf, type Found } from '../evaluate/matches';
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
  /** The query's id. */
  id: string;
  found: readonly Found[];
}

interface Percolated {
  matches: Match[];
  /**
   * Signals that pass everything except the company-scoped groups' conditions on all signals of their companies: see
   * {@link Percolator.settle}.
   */
  undecided: Match[];
  /** How often queries were tried; each as often as a key led to it. */
  tried: number;
}

interface HeldQuery {
  id: string;
  read: ReadQuery;
  /** The conditions on a signal alone, without the company-scoped groups' conditions on its company. */
  ofSignal: Condition;
  /** Undefined: it is tried on every signal. */
  keys: readonly string[] | undefined;
  /** Kept for queries with relative days, which are parsed again each day. */
  relative?: { filters: SignalFilters; today: number };
}

/**
 * Up to this many rows are checked one by one: a matcher over all rows costs as much to build and run, whatever their
 * number.
 */
const ROWS_ONE_BY_ONE = 64;
/** Queries tried before others get their turn. */
const TRIED_AT_ONCE = 64;

/**
 * Search reversed: an index of queries that signals are matched with. It only decides which queries to try on which
 * signals; the search's own conditions decide what they match, so the results are those of a search.
 */
export class Percolator {
  private readonly queries = new Map<string, HeldQuery>();
  private readonly byKey = new Map<string, HeldQuery | Set<HeldQuery>>();
  private readonly always = new Set<HeldQuery>();
  private readonly shares = new TermShares();

  get size(): number {
    return this.queries.size;
  }

  /** How many queries are tried on every signal, because they require no word or value. */
  get alwaysTried(): number {
    return this.always.size;
  }

  /** Learns from these signals which words and labels are rare, for queries added later. */
  learn(segment: Segment): void {
    this.shares.learn(segment);
  }

  /**
   * Adds a query, replacing one with the same id.
   *
   * @param today days since 1970-01-01, UTC.
   * @param read the parsed query, if available.
   */
  add(id: string, filters: SignalFilters, today: number, read = readQuery(filters, today)): void {
    this.remove(id);
    const ofSignal = bySignalAlone(read);
    const held: HeldQuery = { id, read, ofSignal, keys: undefined };
    if (isRelative(filters)) held.relative = { filters, today };
    held.keys = entrancesOf(onSomeDay(held), this.shares.of);
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
   * The queries that match signals, each once. Yields regularly.
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
      // What is added or removed while this pauses may or may not be included.
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
   * @param companies all signals of these signals' companies, including these signals.
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

  /** Most keys have one query: a set for each would take more memory than the queries. */
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
    // Days are not used as keys, so the keys stay: see onSomeDay.
    held.read = readQuery(relative.filters, today);
    held.ofSignal = bySignalAlone(held.read);
    relative.today = today;
  }
  return held.read;
}

/** Relative days that leave no day now may leave some later: it is then entered by the rest of its conditions. */
function onSomeDay({ ofSignal, relative }: HeldQuery): Condition {
  if (ofSignal.kind !== 'none' || !relative) return ofSignal;
  const { filters, today } = relative;
  return bySignalAlone(readQuery({ ...filters, days: undefined, dateRanges: undefined }, today));
}

const bySignalAlone = (read: ReadQuery): Condition => ofSignalsAlone(read).filters;

interface Trial {
  view: SegmentView;
  opened: OpenedSegment;
  today: number;
  found: Map<HeldQuery, Found[]>;
  /** Queries tried on the whole view. */
  whole: Set<HeldQuery>;
}

/** Tries a query on rows of a view that one of its keys led to. */
function tryOn(held: HeldQuery, rows: Uint32Array, { view, opened, today, found, whole }: Trial): void {
  if (whole.has(held)) return;
  readOn(held, today);
  let own = found.get(held);
  // The rows of a view seen before have the same numbers.
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
