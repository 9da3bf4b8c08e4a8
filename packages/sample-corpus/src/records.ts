/** A company as the corpus import takes it: one JSON object a line. Absent values are left out. */
export interface CompanyRecord {
  slug: string;
  name: string;
  domain?: string;
  description?: string;
  country?: string;
  city?: string;
  industries?: string[];
  employeeCount?: number;
}

/** Identifiers that describe the opening an activity is about, not the state of the company. */
export interface HiringRecord {
  types?: string[];
  functions?: string[];
  seniorities?: string[];
  employmentTypes?: string[];
  workArrangements?: string[];
}

/** A published amount in whole units of `currency` (ISO 4217), as the announcement gave it. */
export interface FundingRecord {
  stage?: string;
  amount?: number;
  currency?: string;
}

/** An activity of a company as the corpus import takes it. `country`, `city` and `industries` default to the company's. */
export interface SignalRecord {
  id: string;
  title: string;
  category: string;
  companySlug: string;
  /** `YYYY-MM-DD` */
  activityDate: string;
  /** ISO 8601 with milliseconds, UTC; in the future for what is not published yet. */
  publishedAt: string;
  activityUrl?: string;
  country?: string;
  city?: string;
  industries?: string[];
  hiring?: HiringRecord;
  funding?: FundingRecord;
}

/** What to call an identifier. */
export interface LabelRecord {
  kind:
    | 'category'
    | 'hiring_type'
    | 'hiring_function'
    | 'hiring_seniority'
    | 'hiring_employment_type'
    | 'hiring_work_arrangement'
    | 'funding_stage';
  id: string;
  label: string;
}

export interface SampleCorpus {
  companies: CompanyRecord[];
  signals: SignalRecord[];
  labels: LabelRecord[];
}
