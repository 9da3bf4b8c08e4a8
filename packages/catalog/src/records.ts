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
export interface HiringRecord {
  types?: string[];
  functions?: string[];
  seniorities?: string[];
  employmentTypes?: string[];
  workArrangements?: string[];
}

/** The funding of a signal. `amount` is in units of `currency`, as published. */
export interface FundingRecord {
  stage?: string;
  amount?: number;
  currency?: string;
}

/** A validated signal line of a corpus file. Absent values are `undefined`; strings hold no U+0000. */
export interface SignalRecord {
  /** Decimal digits, `^[1-9][0-9]{0,18}$`. */
  id: string;
  /** 1 to 1000 characters. */
  title: string;
  category: string;
  companySlug: string;
  /** A real calendar day, `YYYY-MM-DD`, 1900-01-01 to 2200-12-31. */
  activityDate: string;
  /** ISO 8601 with a zone, or a date alone (UTC). */
  publishedAt: string;
  activityUrl?: string;
  /** Absent: the company's. So are `city` and `industries`. */
  country?: string;
  city?: string;
  industries?: string[];
  hiring?: HiringRecord;
  funding?: FundingRecord;
}

/** The kinds of identifiers that `catalog.identifier` lists. */
export const identifierKinds = [
  'category',
  'hiring_type',
  'hiring_function',
  'hiring_seniority',
  'hiring_employment_type',
  'hiring_work_arrangement',
  'funding_stage',
  'industry',
  'country',
] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

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
