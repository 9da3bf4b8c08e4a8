import type { Company, Signal } from './schemas';

/** A record with all its fields, optional ones at least as `undefined`: forgetting one does not compile. */
export type EveryField<Record> = { [Name in keyof Required<Record>]: Record[Name] };

/** A company as corpus import accepts it. Strings contain no U+0000; `employeeCount` is an integer of at least 0. */
export type CompanyRecord = Omit<Company, 'size' | 'signalCount' | 'latestActivityDate' | 'industries'> & {
  industries?: string[];
};

/** The hiring labels of a signal: identifiers among the filter options. */
export type HiringRecord = NonNullable<Signal['hiring']>;

/** A signal's funding. `amount` is in units of `currency`, as published. */
export type FundingRecord = NonNullable<Signal['funding']>;

/**
 * A signal as corpus import accepts it: as in responses, but with the company's slug instead of the company, whose
 * country, city, and industries replace absent ones. `publishedAt` is ISO 8601 with a zone, or a date alone (UTC).
 */
export type SignalRecord = Omit<Signal, 'company' | 'similarity' | 'matched' | 'industries'> & {
  companySlug: string;
  industries?: string[];
};
