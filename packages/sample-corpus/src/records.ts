import type { CompanyRecord, IdentifierKind, SignalRecord } from '@heliograph/contract';

export type { CompanyRecord, FundingRecord, HiringRecord, SignalRecord } from '@heliograph/contract';

/** A display label for an identifier. */
export interface LabelRecord {
  kind: Exclude<IdentifierKind, 'industry' | 'country'>;
  id: string;
  label: string;
}

export interface SampleCorpus {
  companies: CompanyRecord[];
  signals: SignalRecord[];
  labels: LabelRecord[];
}
