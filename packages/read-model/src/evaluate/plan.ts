import { all, and, or, type Condition } from '../query/condition';
import { readFilters } from '../query/read-filters';
import { readGroups, type Groups } from '../query/read-groups';
import type { SignalFilters } from '../query/search-request';
import type { SegmentView, Snapshot } from '../snapshot';
import { matcherOf } from './matcher-of';
import { AndMatcher, CompaniesMatcher, COMPANY_OF_ROW_COST, OrMatcher, type Matcher } from './matchers';
import { satisfyingCompanies, type CompanySet } from './satisfying-companies';
import type { Slices } from './scan';

/** A query read, before any segment is asked. */
export interface ReadQuery {
  filters: Condition;
  groups?: Groups;
}

/**
 * Reads a query.
 *
 * @param today the day in UTC that relative days count from.
 * @param only a condition that comes on top of the query's filters.
 */
export function readQuery(query: SignalFilters, today: number, only?: Condition): ReadQuery {
  const filters = readFilters(query, today);
  const groups = readGroups(query.searchGroups);
  const restricted = only ? and(only, filters) : filters;
  // Without company-scoped groups every signal settles by itself whether it matches.
  if (!groups || groups.companyGroups.length > 0) return { filters: restricted, groups };
  return { filters: and(restricted, or(...groups.ways.map(({ signal }) => signal))) };
}

/** The same without what its groups ask of companies: whatever matches the one matches the other, and each signal settles it by itself. */
export function ofSignalsAlone({ filters, groups }: ReadQuery): ReadQuery {
  return groups ? { filters: and(filters, or(...groups.ways.map(({ signal }) => signal))) } : { filters };
}

/** Whether it asks nothing of a signal. */
export const matchesAll = ({ filters, groups }: ReadQuery): boolean => filters === all && !groups;

/** What gives each segment's matcher: after the evidence about companies is gathered, if any is needed. */
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
    const own = matcherOf(and(filters, signal), segment);
    // Last, since it looks at rows one by one.
    const companies = companyGroups.map(
      (group) => new CompaniesMatcher(segment, satisfying[group]!, segment.rows),
    );
    return companies.length === 0 ? own : new AndMatcher([own, ...companies], segment.rows);
  });
  return ways.length === 1 ? ways[0]! : new OrMatcher(ways, segment.rows);
}

/** The largest number of a company, and one. */
function companyCount({ views }: Snapshot): number {
  return views.reduce((most, { segment }) => Math.max(most, segment.companyLimit), 0);
}

/** Nanoseconds that a scan of everything that matches is expected to take. */
export function expectedCost({ filters, groups }: ReadQuery, { views }: Snapshot): number {
  let cost = 0;
  for (const { segment } of views) {
    const base = matcherOf(filters, segment);
    cost += base.cost;
    if (!groups) continue;
    const parts = groups.companyGroups.flatMap(({ terms, excluded }) => [...terms, excluded]);
    for (const part of parts) {
      const { cost: own, expected } = matcherOf(part, segment);
      cost += own + Math.min(expected, base.expected) * MARK_COST;
    }
    for (const { signal } of groups.ways)
      cost += matcherOf(and(filters, signal), segment).cost + segment.rows * COMPANY_OF_ROW_COST;
  }
  return cost;
}

/** Nanoseconds to note that a company has evidence. */
const MARK_COST = 10;
