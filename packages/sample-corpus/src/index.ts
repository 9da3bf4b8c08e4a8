export { sampleCorpus } from './corpus';
export type {
  CompanyRecord,
  FundingRecord,
  HiringRecord,
  LabelRecord,
  SampleCorpus,
  SignalRecord,
} from './records';
