import { OPTION_LISTS, STORED_LIST_NAMES, type IdentifierKind, type Signal } from '@heliograph/contract';

/** A validated company line of a corpus file. Absent values are `undefined`; strings hold no U+0000. */
export interface CompanyRecord {
  /** `^[a-z0-9][a-z0-9._-]{0,179}$` */
  slug: string;
  name: string;
  domain?: string;
  description?: string;
  country?: string;
  city?: string;
  industries?: string[];
  /** A whole number >= 0. */
  employeeCount?: number;
}

/** The hiring labels of a signal: identifiers of the catalogue. */
export type HiringRecord = NonNullable<Signal['hiring']>;

/** The funding of a signal. `amount` is in units of `currency`, as published. */
export type FundingRecord = NonNullable<Signal['funding']>;

/**
 * A validated signal line of a corpus file: what answers hold of it, but with the slug of its company instead of the company, and with
 * the company's country, city and industries where these are absent. `publishedAt` is ISO 8601 with a zone, or a date alone (UTC);
 * strings hold no U+0000.
 */
export type SignalRecord = Omit<Signal, 'company' | 'similarity' | 'industries'> & {
  companySlug: string;
  industries?: string[];
};

/** The kinds of identifiers that `catalog.identifier` lists. */
export const identifierKinds: readonly IdentifierKind[] = STORED_LIST_NAMES.map(
  (name) => OPTION_LISTS[name].kind,
);
export type { IdentifierKind };

/** An identifier with a label chosen by the operator (a catalogue file). */
export interface IdentifierRecord {
  kind: IdentifierKind;
  id: string;
  label: string;
}

/** A record with the place it came from; `line` is whatever number the caller wants to see again in a reject. */
export interface Numbered<Record> {
  line: number;
  record: Record;
}

/** A record that could not be stored, with a reason fit for the operator. */
export interface Reject {
  line: number;
  reason: string;
}
