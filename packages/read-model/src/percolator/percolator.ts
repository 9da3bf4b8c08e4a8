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
   * Signals that satisfy everything except the company-scoped groups' conditions on all signals of their companies: see
   * {@link Percolator.settle}.
   */
  undecided: Match[];
  /** How often queries were tried, counting each key that led to one. */
  tried: number;
}

interface HeldQuery {
  id: string;
  read: ReadQuery;
  /** The conditions on a signal alone, without the company-scoped groups' conditions on its company. */
  ofSignal: Condition;
  /** Undefined if it is tried on every signal. */
  keys: readonly string[] | undefined;
  /** Kept for queries with relative days, which are reparsed each day. */
  relative?: { filters: SignalFilters; today: number };
}

/**
 * Up to this many rows are checked one by one: building and running a matcher over all rows costs the same however few
 * are wanted.
 */
const ROWS_ONE_BY_ONE = 64;
/** Keys, queries, and rows checked before yielding. */
const STEPS_AT_ONCE = 128;

/**
 * Reverse search: an index of queries to match signals against. The index only decides which queries to try on which
 * signals; the search's own conditions decide matches, so the results are those of a search.
 */
export class Percolator {
  private readonly queries = new Map<string, HeldQuery>();
  private readonly byKey = new Map<string, HeldQuery | Set<HeldQuery>>();
  private readonly always = new Set<HeldQuery>();
  private readonly shares = new TermShares();

  get size(): number {
    return this.queries.size;
  }

  /** How many queries are tried on every signal because they require no word or value. */
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
   * The queries that match the signals, each once. Yields regularly.
   *
   * @param signals a batch.
   * @param today days since 1970-01-01, UTC; relative days count from it.
   */
  *match(signals: Snapshot, today: number): Slices<Percolated> {
    const found = new Map<HeldQuery, Found[]>();
    const turn = new Turn();
    let tried = 0;
    for (const view of signals.views) {
      const opened = yield* OpenedSegment.open(view.segment);
      const trial: Trial = { view, opened, today, found, known: new Map(), whole: new Set() };
      const allRows = Uint32Array.from({ length: view.segment.rows }, (_, row) => row);
      // Queries added or removed while this pauses may or may not be included.
      for (const held of this.always) {
        tried += 1;
        if (turn.endsAfter(tryOn(held, allRows, trial))) yield;
      }
      for (const [key, rows] of opened.keys()) {
        if (turn.endsAfter(1)) yield;
        for (const held of this.enteredBy(key)) {
          tried += 1;
          if (turn.endsAfter(tryOn(held, rows, trial))) yield;
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
   * The undecided ones that match.
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

  /** Most keys have one query: a set for each would take more memory than the queries themselves. */
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
    // Days never become keys, so the keys stay: see onSomeDay.
    held.read = readQuery(relative.filters, today);
    held.ofSignal = bySignalAlone(held.read);
    relative.today = today;
  }
  return held.read;
}

/** Relative days that match no day now may match one later: such a query is entered by its other conditions. */
function onSomeDay({ ofSignal, relative }: HeldQuery): Condition {
  if (ofSignal.kind !== 'none' || !relative) return ofSignal;
  const { filters, today } = relative;
  return bySignalAlone(readQuery({ ...filters, days: undefined, dateRanges: undefined }, today));
}

const bySignalAlone = (read: ReadQuery): Condition => ofSignalsAlone(read).filters;

/** Counts steps and tells when to yield. */
class Turn {
  private steps = 0;

  /** Whether to yield after this many more steps. */
  endsAfter(steps: number): boolean {
    this.steps += steps;
    if (this.steps < STEPS_AT_ONCE) return false;
    this.steps = 0;
    return true;
  }
}

interface Trial {
  view: SegmentView;
  opened: OpenedSegment;
  today: number;
  found: Map<HeldQuery, Found[]>;
  /** Matching rows of the view, for queries with several keys, which may lead to the same row. */
  known: Map<HeldQuery, Set<number>>;
  /** Queries tried on the whole view. */
  whole: Set<HeldQuery>;
}

/**
 * Tries a query on the rows that one of its keys led to.
 *
 * @returns the steps it took.
 */
function tryOn(held: HeldQuery, rows: Uint32Array, trial: Trial): number {
  const { view, opened, today, found, known, whole } = trial;
  if (whole.has(held)) return 1;
  readOn(held, today);
  let own = found.get(held);
  const note = (row: number) => {
    if (!own) found.set(held, (own = []));
    own.push({ view, row });
  };
  if (rows.length > ROWS_ONE_BY_ONE) {
    whole.add(held);
    // Rows found one by one are found again.
    while (own?.at(-1)?.view === view) own.pop();
    for (const row of rowsAtOnce(view, matcherOf(held.ofSignal, view.segment))) note(row);
    return view.segment.rows;
  }
  let ownRows = known.get(held);
  for (const row of rows) {
    if (ownRows?.has(row) || !opened.matches(held.ofSignal, row) || !isShown(view, row)) continue;
    note(row);
    if (!held.keys || held.keys.length === 1) continue;
    if (!ownRows) known.set(held, (ownRows = new Set()));
    ownRows.add(row);
  }
  return 1 + rows.length;
}
