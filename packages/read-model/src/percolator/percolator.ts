import { allRows, idOf, type Found } from '../evaluate/matches';
import { ofSignalsAlone, readQuery, type ReadQuery } from '../evaluate/plan';
import { matcherOf } from '../evaluate/matcher-of';
import { rowsAtOnce, type Slices } from '../evaluate/scan';
import type { Condition } from '../query/condition';
import type { SignalFilters } from '../query/search-request';
import type { Segment } from '../segment/segment';
import { isShown, type SegmentView, type Snapshot } from '../snapshot';
import { candidateKeysOf } from './candidate-keys';
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

interface RegisteredQuery {
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
  private readonly queries = new Map<string, RegisteredQuery>();
  private readonly byKey = new Map<string, RegisteredQuery | Set<RegisteredQuery>>();
  private readonly unindexed = new Set<RegisteredQuery>();
  private readonly shares = new TermShares();

  get size(): number {
    return this.queries.size;
  }

  /** How many queries are tried on every signal because they require no word or value. */
  get unindexedQueries(): number {
    return this.unindexed.size;
  }

  /** Learns from these signals which words and labels are rare, for queries added later. */
  learn(segment: Segment): void {
    this.shares.learn(segment);
  }

  /**
   * Adds a query, replacing one with the same id.
   *
   * @param today days since 1970-01-01, UTC.
   */
  add(id: string, filters: SignalFilters, today: number): void {
    this.remove(id);
    const read = readQuery(filters, today);
    const ofSignal = bySignalAlone(read);
    const query: RegisteredQuery = { id, read, ofSignal, keys: undefined };
    if (isRelative(filters)) query.relative = { filters, today };
    query.keys = candidateKeysOf(withoutRelativeDays(query), this.shares.of);
    this.queries.set(id, query);
    if (!query.keys) this.unindexed.add(query);
    for (const key of query.keys ?? []) this.addToKey(key, query);
  }

  remove(id: string): void {
    const query = this.queries.get(id);
    if (!query) return;
    this.queries.delete(id);
    this.unindexed.delete(query);
    for (const key of query.keys ?? []) this.removeFromKey(key, query);
  }

  /**
   * The queries that match the signals, each once. Yields regularly.
   *
   * @param signals a batch.
   * @param today days since 1970-01-01, UTC; relative days count from it.
   */
  *match(signals: Snapshot, today: number): Slices<Percolated> {
    const found = new Map<RegisteredQuery, Found[]>();
    const budget = new StepBudget();
    let tried = 0;
    for (const view of signals.views) {
      const opened = yield* OpenedSegment.open(view.segment);
      const state: MatchState = { view, opened, today, found, known: new Map(), whole: new Set() };
      const allRows = Uint32Array.from({ length: view.segment.rows }, (_, row) => row);
      // Queries added or removed while this pauses may or may not be included.
      for (const query of this.unindexed) {
        tried += 1;
        if (budget.isSpentAfter(matchRows(query, allRows, state))) yield;
      }
      for (const [key, rows] of opened.keys()) {
        if (budget.isSpentAfter(1)) yield;
        for (const query of this.queriesUnder(key)) {
          tried += 1;
          if (budget.isSpentAfter(matchRows(query, rows, state))) yield;
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
      const query = this.queries.get(id);
      if (!query) continue;
      const all = new Set((yield* allRows(reparsedFor(query, today), companies)).map(idOf));
      const matching = found.filter((each) => all.has(idOf(each)));
      if (matching.length > 0) matches.push({ id, found: matching });
      yield;
    }
    return matches;
  }

  private queriesUnder(key: string): Iterable<RegisteredQuery> {
    const present = this.byKey.get(key);
    return present instanceof Set ? present : present ? [present] : [];
  }

  /** Most keys have one query: a set for each would take more memory than the queries themselves. */
  private addToKey(key: string, query: RegisteredQuery): void {
    const present = this.byKey.get(key);
    if (present instanceof Set) present.add(query);
    else this.byKey.set(key, present ? new Set([present, query]) : query);
  }

  private removeFromKey(key: string, query: RegisteredQuery): void {
    const present = this.byKey.get(key);
    if (present instanceof Set) present.delete(query);
    if (present === query || (present instanceof Set && present.size === 0)) this.byKey.delete(key);
  }
}

const isRelative = ({ days, dateRanges }: SignalFilters) =>
  Boolean(days) || (dateRanges !== undefined && dateRanges.length > 0);

function reparsedFor(query: RegisteredQuery, today: number): ReadQuery {
  const { relative } = query;
  if (relative && relative.today !== today) {
    // Days never become keys, so the keys stay: see withoutRelativeDays.
    query.read = readQuery(relative.filters, today);
    query.ofSignal = bySignalAlone(query.read);
    relative.today = today;
  }
  return query.read;
}

/** Relative days that match no day now may match one later: such a query is registered under its other conditions. */
function withoutRelativeDays({ ofSignal, relative }: RegisteredQuery): Condition {
  if (ofSignal.kind !== 'none' || !relative) return ofSignal;
  const { filters, today } = relative;
  return bySignalAlone(readQuery({ ...filters, days: undefined, dateRanges: undefined }, today));
}

const bySignalAlone = (read: ReadQuery): Condition => ofSignalsAlone(read).filters;

/** Counts steps and tells when to yield. */
class StepBudget {
  private steps = 0;

  /** Whether to yield after this many more steps. */
  isSpentAfter(steps: number): boolean {
    this.steps += steps;
    if (this.steps < STEPS_AT_ONCE) return false;
    this.steps = 0;
    return true;
  }
}

interface MatchState {
  view: SegmentView;
  opened: OpenedSegment;
  today: number;
  found: Map<RegisteredQuery, Found[]>;
  /** Matching rows of the view, for queries with several keys, which may lead to the same row. */
  known: Map<RegisteredQuery, Set<number>>;
  /** Queries tried on the whole view. */
  whole: Set<RegisteredQuery>;
}

/**
 * Matches a query with the rows that one of its keys led to.
 *
 * @returns the steps it took.
 */
function matchRows(query: RegisteredQuery, rows: Uint32Array, state: MatchState): number {
  const { view, opened, today, found, known, whole } = state;
  if (whole.has(query)) return 1;
  reparsedFor(query, today);
  let own = found.get(query);
  const note = (row: number) => {
    if (!own) found.set(query, (own = []));
    own.push({ view, row });
  };
  if (rows.length > ROWS_ONE_BY_ONE) {
    whole.add(query);
    // Rows found one by one are found again.
    while (own?.at(-1)?.view === view) own.pop();
    for (const row of rowsAtOnce(view, matcherOf(query.ofSignal, view.segment))) note(row);
    return view.segment.rows;
  }
  let ownRows = known.get(query);
  for (const row of rows) {
    if (ownRows?.has(row) || !opened.matches(query.ofSignal, row) || !isShown(view, row)) continue;
    note(row);
    if (!query.keys || query.keys.length === 1) continue;
    if (!ownRows) known.set(query, (ownRows = new Set()));
    ownRows.add(row);
  }
  return 1 + rows.length;
}
