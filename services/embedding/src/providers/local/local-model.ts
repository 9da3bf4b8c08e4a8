import type { EmbeddingModel } from '../../domain/embedding-model';

/** The output of `local-vector.ts` and `document-vectors.ts`; it and the model's package determine the identity. */
export const LOCAL_MODEL: EmbeddingModel = {
  name: 'all-MiniLM-L6-v2',
  identity: 'local-all-minilm-l6-v2-384-v2',
  dimensions: 384,
  // About 0.2 s of titles on one core: long enough to keep several busy, short enough to discard on shutdown.
  largestBatch: 64,
  readsCompanies: true,
};
