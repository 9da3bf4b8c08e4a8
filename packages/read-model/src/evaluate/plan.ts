import { all, and, or, type Condition } from '../query/condition';
import { readFilters } from '../query/read-filters';
import { readGroups, type Groups } from '../query/read-groups';
import type { SignalFilters } from '../query/search-request';
import type { SegmentView, Snapshot } from '../snapshot';
import { matcherOf, type KnownMatchers } from './matcher-of';
import { AndMatcher, CompaniesMatcher, COMPANY_OF_ROW_COST, OrMatcher, type Matcher } from './matchers';
import { satisfyingCompanies, type CompanySet } from './satisfying-companies';
import type { Slices } from './scan';

/** A parsed query, not yet bound to a segment. */
export interface ReadQuery {
  filters: Condition;
  groups?: Groups;
}

/**
 * Parses a query.
 *
 * @param today the UTC day that relative days count from.
 * @param only an additional condition.
 */
export function readQuery(query: SignalFilters, today: number, only?: Condition): ReadQuery {
  const filters = readFilters(query, today);
  const groups = readGroups(query.searchGroups);
  const restricted = only ? and(only, filters) : filters;
  // Without company-scoped groups each signal alone decides whether it matches.
  if (!groups || groups.companyGroups.length > 0) return { filters: restricted, groups };
  return { filters: and(restricted, or(...groups.ways.map(({ signal }) => signal))) };
}

/**
 * The query without the groups' conditions on companies: each signal decides alone, and every match of the query still
 * matches.
 */
export function ofSignalsAlone({ filters, groups }: ReadQuery): ReadQuery {
  return groups ? { filters: and(filters, or(...groups.ways.map(({ signal }) => signal))) } : { filters };
}

/** Whether it has no conditions on signals. */
export const matchesAll = ({ filters, groups }: ReadQuery): boolean => filters === all && !groups;

/** Creates each segment's matcher, after gathering evidence about companies if needed. */
export function* matchersOf({ filters, groups }: ReadQuery, snapshot: Snapshot): Slices<Matcher[]> {
  if (!groups) return snapshot.views.map(({ segment }) => matcherOf(filters, segment));
  const companies = companyCount(snapshot);
  const satisfying = yield* satisfyingCompanies(snapshot.views, filters, groups.companyGroups, companies);
  return snapshot.views.map((view) => groupsMatcher(filters, groups, satisfying, view));
}

function groupsMatcher(
  filters: Condition,
  groups: Groups,
  satisfying: readonly CompanySet[],
  { segment }: SegmentView,
): Matcher {
  const ways = groups.ways.map(({ signal, companyGroups }) => {
    const own = matcherOf(signal, segment);
    // Last, because they check rows one by one.
    const companies = companyGroups.map(
      (group) => new CompaniesMatcher(segment, satisfying[group]!, segment.rows),
    );
    return companies.length === 0 ? own : new AndMatcher([own, ...companies], segment.rows);
  });
  const anyWay = ways.length === 1 ? ways[0]! : new OrMatcher(ways, segment.rows);
  return filters === all ? anyWay : new AndMatcher([matcherOf(filters, segment), anyWay], segment.rows);
}

/** The largest company number, plus one. */
function companyCount({ views }: Snapshot): number {
  return views.reduce((most, { segment }) => Math.max(most, segment.companyLimit), 0);
}

/**
 * Expected nanoseconds to scan all matches. Reads numbers of rows, never rows.
 *
 * @param known shared by several estimates.
 */
export function expectedCost(
  { filters, groups }: ReadQuery,
  { views }: Snapshot,
  known: KnownMatchers = new Map(),
): number {
  let cost = 0;
  for (const { segment } of views) {
    const base = matcherOf(filters, segment, known);
    cost += base.cost;
    if (!groups) continue;
    const parts = groups.companyGroups.flatMap(({ terms, excluded }) => [...terms, excluded]);
    for (const part of parts) {
      const { cost: own, expected } = matcherOf(part, segment, known);
      cost += own + Math.min(expected, base.expected) * MARK_COST;
    }
    for (const { signal } of groups.ways) {
      const way = new AndMatcher([base, matcherOf(signal, segment, known)], segment.rows);
      cost += way.cost + segment.rows * COMPANY_OF_ROW_COST;
    }
  }
  return cost;
}

/** Nanoseconds to record that a company has evidence. */
const MARK_COST = 10;
