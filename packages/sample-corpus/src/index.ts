export { sampleCorpus } from './corpus';
export type { CompanyRecord, FundingRecord, HiringRecord, SampleCorpus, SignalRecord } from './records';
