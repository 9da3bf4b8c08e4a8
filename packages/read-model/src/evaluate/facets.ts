import { facetOf, fieldOf, MAXIMUM_FACET_VALUES, type FacetName } from '@heliograph/contract';
import type { SignalFilters } from '../query/search-request';
import type { Snapshot } from '../snapshot';
import { tallyCompanies } from './facets/companies';
import { tallyLabels } from './facets/labels';
import { matchedRows, type Matched } from './facets/matched-rows';
import { tallyMonths } from './facets/months';
import { MostFrequent, type FacetCount } from './facets/most-frequent';
import type { KnownMatchers } from './matcher-of';
import { expectedCost, readQuery } from './plan';
import type { Slices } from './scan';

/** The most frequent values of a facet. */
export interface FacetCounts {
  values: FacetCount[];
  /** Whether there are more values. */
  more: boolean;
}

/** A count and its breakdown. */
export interface FacetedCount {
  total: number;
  /** In the order of the requested names. */
  facets: FacetCounts[];
}

/** Nanoseconds to read one row's value of a facet. */
const VALUE_COST = 6;

/**
 * The exact number of matches, and for each facet the number of matches with each of its values, ignoring the facet's
 * own filters.
 *
 * @param today the UTC day that relative days count from.
 */
export function* countFacets(
  filters: SignalFilters,
  today: number,
  names: readonly FacetName[],
  snapshot: Snapshot,
): Slices<FacetedCount> {
  const known = new Map<string, Matched>();
  function* matched(query: SignalFilters): Slices<Matched> {
    const key = JSON.stringify(query);
    let rows = known.get(key);
    if (!rows) known.set(key, (rows = yield* matchedRows(readQuery(query, today), snapshot)));
    return rows;
  }
  const { total } = yield* matched(filters);
  const facets: FacetCounts[] = [];
  for (const name of names) {
    const rows = yield* matched(without(filters, name));
    const chosen = chosenOf(filters, name);
    facets.push(yield* rows.isAll ? tallyAll(name, rows, chosen, snapshot) : tally(name, rows, chosen));
  }
  return { total, facets };
}

/** Expected nanoseconds of {@link countFacets}. */
export function expectedFacetsCost(
  filters: SignalFilters,
  today: number,
  names: readonly FacetName[],
  snapshot: Snapshot,
): number {
  const rows = snapshot.views.reduce((sum, { segment }) => sum + segment.rows, 0);
  const queries = [
    filters,
    ...names.filter((name) => chosenOf(filters, name).length > 0).map((name) => without(filters, name)),
  ];
  const matchers: KnownMatchers = new Map();
  return queries.reduce(
    (sum, query) => sum + expectedCost(readQuery(query, today), snapshot, matchers),
    names.length * rows * VALUE_COST,
  );
}

/** By snapshot: the facets of all signals are counted once. */
const known = new WeakMap<Snapshot, Map<FacetName, FacetCounts>>();

function* tallyAll(
  name: FacetName,
  matched: Matched,
  chosen: readonly string[],
  snapshot: Snapshot,
): Slices<FacetCounts> {
  let ofSnapshot = known.get(snapshot);
  if (!ofSnapshot) known.set(snapshot, (ofSnapshot = new Map<FacetName, FacetCounts>()));
  let counts = ofSnapshot.get(name);
  if (!counts) ofSnapshot.set(name, (counts = yield* tally(name, matched, [])));
  const { values } = counts;
  const hasChosen = chosen.every((wanted) => values.some(({ value }) => value === wanted));
  // A missing chosen value may belong among them, with a count of 0.
  return hasChosen ? counts : yield* tally(name, matched, chosen);
}

function* tally(name: FacetName, matched: Matched, chosen: readonly string[]): Slices<FacetCounts> {
  if (name === 'company') return yield* tallyCompanies(matched, MAXIMUM_FACET_VALUES);
  const counts = name === 'month' ? tallyMonths(matched) : yield* tallyLabels(name, matched);
  for (const value of chosen) if (!counts.has(value)) counts.set(value, 0);
  const best = new MostFrequent(MAXIMUM_FACET_VALUES);
  for (const [value, count] of counts) if (best.wants(count)) best.add({ value, count });
  return { values: best.values, more: best.more };
}

const fieldsOf = (name: FacetName) => facetOf(name).leavesOut.map((parameter) => fieldOf(parameter));

/** The filters except the facet's own. */
export function without(filters: SignalFilters, name: FacetName): SignalFilters {
  const left = fieldsOf(name);
  return Object.fromEntries(Object.entries(filters).filter(([field]) => !left.includes(field as never)));
}

/** The values the request chose in the facet's own filters. */
export function chosenOf(filters: SignalFilters, name: FacetName): string[] {
  return fieldsOf(name).flatMap((field) => {
    const value = filters[field] as string | readonly string[] | undefined;
    if (value === undefined || value === '') return [];
    return value;
  });
}
