import { normalizedKey } from '@heliograph/words';

/**
 * Labels: what else finds a signal besides its words, as keys of the same dictionary. A word consists only of letters,
 * marks, and digits, so no word is a label.
 */
export const LABEL_PREFIXES = {
  country: 'c=',
  /** A normalized country. */
  countryKey: 'l=',
  city: 'ct=',
  /** A normalized city. */
  cityKey: 't=',
  industry: 'i=',
  category: 'k=',
  fundingStage: 'fs=',
  fundingCurrency: 'fc=',
  size: 's=',
  hiring: {
    types: 'ht=',
    functions: 'hf=',
    seniorities: 'hs=',
    employmentTypes: 'he=',
    workArrangements: 'hw=',
  },
} as const;

export type HiringKind = keyof (typeof LABEL_PREFIXES)['hiring'];

export const countryLabel = (country: string) => LABEL_PREFIXES.country + country;
export const countryKeyLabel = (country: string) => LABEL_PREFIXES.countryKey + normalizedKey(country);
export const cityKeyLabel = (city: string) => LABEL_PREFIXES.cityKey + normalizedKey(city);
export const industryLabel = (industry: string) => LABEL_PREFIXES.industry + industry;
export const categoryLabel = (category: string) => LABEL_PREFIXES.category + category;
export const fundingStageLabel = (stage: string) => LABEL_PREFIXES.fundingStage + stage;
export const fundingCurrencyLabel = (currency: string) => LABEL_PREFIXES.fundingCurrency + currency;
export const hiringLabel = (kind: HiringKind, label: string) => LABEL_PREFIXES.hiring[kind] + label;
export const sizeLabel = (size: string) => LABEL_PREFIXES.size + size;
