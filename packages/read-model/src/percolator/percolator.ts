import { allRows, idOf, type Found } from '../evaluate/answer';
import { readQuery, type ReadQuery } from '../evaluate/plan';
import { matcherOf } from '../evaluate/matcher-of';
import { rowsAtOnce, type Slices } from '../evaluate/scan';
import { and, or, type Condition } from '../query/condition';
import type { SignalFilters } from '../query/search-request';
import type { Segment } from '../segment/segment';
import type { Snapshot } from '../snapshot';
import { entrancesOf } from './entrances';
import { segmentKeys } from './segment-keys';
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
}

interface HeldQuery {
  id: string;
  read: ReadQuery;
  /** Undefined: it is tried on every batch. */
  keys: readonly string[] | undefined;
  /** Kept for queries with relative days, which are read again on another day. */
  relative?: { filters: SignalFilters; today: number };
}

/**
 * Search turned around: an index over queries, which signals are held against. It only decides which queries are tried; the read model's
 * own evaluation decides what they match, so the answer is that of a search.
 */
export class Percolator {
  private readonly queries = new Map<string, HeldQuery>();
  private readonly byKey = new Map<string, HeldQuery | Set<HeldQuery>>();
  private readonly always = new Set<HeldQuery>();
  private readonly shares = new TermShares();

  get size(): number {
    return this.queries.size;
  }

  /** How many queries are tried on every batch, because no word or value is required by them. */
  get alwaysTried(): number {
    return this.always.size;
  }

  /** Learns from these signals which words and labels are rare, for the queries that are added afterwards. */
  learn(segment: Segment): void {
    this.shares.learn(segment);
  }

  /** Adds a query, in place of one that had the same id. @param today days since 1970-01-01, UTC. */
  add(id: string, filters: SignalFilters, today: number): void {
    this.remove(id);
    const read = readQuery(filters, today);
    const held: HeldQuery = { id, read, keys: entrancesOf(bySignalAlone(read), this.shares.of) };
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
   * The queries that match signals, each once. Yields after each query that it tries.
   *
   * @param signals a batch: the cost has a part for each query that any of them may match.
   * @param today days since 1970-01-01, UTC; relative days count from it.
   */
  *match(signals: Snapshot, today: number): Slices<Percolated> {
    const percolated: Percolated = { matches: [], undecided: [] };
    // Of the moment: what is added or removed while this pauses may be in it or not.
    for (const held of this.candidates(signals)) {
      const read = readOn(held, today);
      const found = matching(bySignalAlone(read), signals);
      if (found.length > 0) percolated[read.groups ? 'undecided' : 'matches'].push({ id: held.id, found });
      yield;
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

  private candidates({ views }: Snapshot): Set<HeldQuery> {
    const candidates = new Set(this.always);
    for (const { segment } of views) {
      for (const key of segmentKeys(segment)) {
        const entered = this.byKey.get(key);
        if (entered instanceof Set) for (const held of entered) candidates.add(held);
        else if (entered) candidates.add(entered);
      }
    }
    return candidates;
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
    relative.today = today;
  }
  return held.read;
}

/** What a query asks of a signal by itself, without what company-scoped groups ask of its company. */
const bySignalAlone = ({ filters, groups }: ReadQuery): Condition =>
  groups ? and(filters, or(...groups.ways.map(({ signal }) => signal))) : filters;

function matching(condition: Condition, { views }: Snapshot): Found[] {
  const found: Found[] = [];
  for (const view of views) {
    for (const row of rowsAtOnce(view, matcherOf(condition, view.segment))) found.push({ view, row });
  }
  return found;
}
