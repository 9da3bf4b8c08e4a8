export { sampleCorpus } from './corpus';
export type { SampleCorpus } from './records';
