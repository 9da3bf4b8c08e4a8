import type { OptionListName } from '../filter-options';
import type { STRUCTURED_PARAMETERS } from './structured';

interface FacetRow {
  /** The filters that its counts ignore, so that alternatives are counted too. */
  leavesOut: readonly (keyof typeof STRUCTURED_PARAMETERS)[];
  /** The list of `GET /filter-options` with the labels of its values. */
  options?: OptionListName;
  /** Its name for people. */
  label: string;
}

/** The facets of `GET /signals`: what a count can be broken down by (docs/published-interface.md, 3.7). */
export const FACETS = {
  category: { leavesOut: ['category'], options: 'categories', label: 'Category' },
  country: { leavesOut: ['country'], options: 'countries', label: 'Country' },
  city: { leavesOut: [], label: 'City' },
  industry: { leavesOut: ['industry', 'industries'], options: 'industries', label: 'Industry' },
  size: { leavesOut: ['size'], options: 'sizes', label: 'Company size' },
  hiringState: { leavesOut: ['hiringState'], options: 'hiring.types', label: 'Hiring state' },
  hiringFunction: { leavesOut: ['hiringFunction'], options: 'hiring.functions', label: 'Function' },
  hiringSeniority: { leavesOut: ['hiringSeniority'], options: 'hiring.seniorities', label: 'Seniority' },
  hiringEmployment: {
    leavesOut: ['hiringEmployment'],
    options: 'hiring.employmentTypes',
    label: 'Employment',
  },
  hiringWorkArrangement: {
    leavesOut: ['hiringWorkArrangement'],
    options: 'hiring.workArrangements',
    label: 'Work arrangement',
  },
  fundingStage: { leavesOut: ['fundingStage'], options: 'fundingStages', label: 'Funding stage' },
  fundingCurrency: { leavesOut: ['fundingCurrency'], label: 'Funding currency' },
  company: { leavesOut: [], label: 'Company' },
  month: { leavesOut: [], label: 'Month' },
} as const satisfies Record<string, FacetRow>;

export type FacetName = keyof typeof FACETS;

export const FACET_NAMES = Object.keys(FACETS) as FacetName[];

export const isFacet = (name: string): name is FacetName => Object.hasOwn(FACETS, name);

/** A facet's row, with its optional properties. */
export const facetOf = (name: FacetName): FacetRow => FACETS[name];

/** Values of one facet in a response. */
export const MAXIMUM_FACET_VALUES = 100;

/** Facets per request. */
export const MAXIMUM_FACETS = 8;
