import type { Size } from '@heliograph/catalog';
import { normalizedKey } from '@heliograph/words';

/**
 * Labels: what a signal is found by besides its words, as keys of one dictionary. A word holds only letters, marks and digits, so no word is a label.
 */

export const countryLabel = (country: string) => `c=${country}`;
/** Of a country, equal after normalizing. */
export const countryKeyLabel = (country: string) => `l=${normalizedKey(country)}`;
export const cityKeyLabel = (city: string) => `t=${normalizedKey(city)}`;
export const industryLabel = (industry: string) => `i=${industry}`;
export const categoryLabel = (category: string) => `k=${category}`;
export const fundingStageLabel = (stage: string) => `fs=${stage}`;
export const fundingCurrencyLabel = (currency: string) => `fc=${currency}`;
export const slugLabel = (slug: string) => `o=${slug}`;
/** Of a company's whole name, equal after normalizing. */
export const nameKeyLabel = (name: string) => `N=${normalizedKey(name)}`;

const HIRING = {
  types: 'ht=',
  functions: 'hf=',
  seniorities: 'hs=',
  employmentTypes: 'he=',
  workArrangements: 'hw=',
} as const;
export type HiringKind = keyof typeof HIRING;
export const HIRING_KINDS = Object.keys(HIRING) as HiringKind[];
export const hiringLabel = (kind: HiringKind, label: string) => `${HIRING[kind]}${label}`;

export const sizeLabel = (size: Size) => `s=${size}`;
