import type { OptionListName } from '../filter-options';
import { STRUCTURED_PARAMETERS } from './structured';

type FilterName = keyof typeof STRUCTURED_PARAMETERS;

interface FacetOfFilters {
  /** The filters its counts ignore, so that alternatives are counted too. The first one's label is the facet's. */
  leavesOut: readonly [FilterName, ...FilterName[]];
  /** The `GET /filter-options` list with its values' labels. */
  options?: OptionListName;
  label?: never;
}

interface FacetWithoutFilter {
  leavesOut: readonly [];
  options?: never;
  /** Its display name. */
  label: string;
}

type FacetRow = FacetOfFilters | FacetWithoutFilter;

/** The facets of `GET /signals`: how a count can be broken down (docs/published-interface.md, 3.7). */
export const FACETS = {
  category: { leavesOut: ['category'], options: 'categories' },
  country: { leavesOut: ['country'], options: 'countries' },
  city: { leavesOut: [], label: 'City' },
  industry: { leavesOut: ['industry', 'industries'], options: 'industries' },
  size: { leavesOut: ['size'], options: 'sizes' },
  hiringState: { leavesOut: ['hiringState'], options: 'hiring.types' },
  hiringFunction: { leavesOut: ['hiringFunction'], options: 'hiring.functions' },
  hiringSeniority: { leavesOut: ['hiringSeniority'], options: 'hiring.seniorities' },
  hiringEmployment: { leavesOut: ['hiringEmployment'], options: 'hiring.employmentTypes' },
  hiringWorkArrangement: { leavesOut: ['hiringWorkArrangement'], options: 'hiring.workArrangements' },
  fundingStage: { leavesOut: ['fundingStage'], options: 'fundingStages' },
  fundingCurrency: { leavesOut: ['fundingCurrency'] },
  company: { leavesOut: [], label: 'Company' },
  month: { leavesOut: [], label: 'Month' },
} as const satisfies Record<string, FacetRow>;

export type FacetName = keyof typeof FACETS;

export const FACET_NAMES = Object.keys(FACETS) as FacetName[];

export const isFacet = (name: string): name is FacetName => Object.hasOwn(FACETS, name);

/** A facet's row, with its optional properties. */
export const facetOf = (name: FacetName): FacetRow => FACETS[name];

/** A facet's display name: its filter's label, if there is one. */
export function facetLabel(name: FacetName): string {
  const { leavesOut, label } = facetOf(name);
  return label ?? STRUCTURED_PARAMETERS[leavesOut[0]].label;
}

/** Values per facet in a response. */
export const MAXIMUM_FACET_VALUES = 100;

/** Facets per request. */
export const MAXIMUM_FACETS = 8;
