export { SentenceModel } from './sentence-model';
