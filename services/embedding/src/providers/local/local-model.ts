import type { EmbeddingModel } from '../../domain/embedding-model';
import { LOCAL_DIMENSIONS } from './vector';

/** The Universal Sentence Encoder lite of the npm package, with the preparation of `prepare-text.ts` and `vector.ts`. */
export const LOCAL_MODEL: EmbeddingModel = {
  name: 'universal-sentence-encoder-lite',
  identity: `local-use-lite-${LOCAL_DIMENSIONS}-v1`,
  dimensions: LOCAL_DIMENSIONS,
  // Half a second with two cores: long enough to keep them busy, short enough to be thrown away at a stop.
  largestBatch: 64,
};
