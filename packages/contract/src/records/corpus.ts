import type { Company, Signal } from './schemas';

/**
 * A company as the corpus import takes it. Strings hold no U+0000; `employeeCount` is a whole number of at least 0.
 */
export type CompanyRecord = Omit<Company, 'size' | 'signalCount' | 'latestActivityDate' | 'industries'> & {
  industries?: string[];
};

/** The hiring labels of a signal: identifiers among the filter options. */
export type HiringRecord = NonNullable<Signal['hiring']>;

/** The funding of a signal. `amount` is in units of `currency`, as published. */
export type FundingRecord = NonNullable<Signal['funding']>;

/**
 * A signal as the corpus import takes it: what answers hold of it, but with the slug of its company instead of the company, and with
 * the company's country, city and industries where these are absent. `publishedAt` is ISO 8601 with a zone, or a date alone (UTC).
 */
export type SignalRecord = Omit<Signal, 'company' | 'similarity' | 'matched' | 'industries'> & {
  companySlug: string;
  industries?: string[];
};
