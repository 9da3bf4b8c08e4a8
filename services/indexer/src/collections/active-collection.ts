/** The collection of the model in use. */
export interface ActiveCollection {
  id: number;
  /** `signals-<identity>`. */
  name: string;
  /** Names everything vectors depend on. */
  identity: string;
  modelName: string;
  dimensions: number;
  /** Maximum texts per call of the embedding service. */
  largestBatch: number;
  /** Whether the vectors depend on the signals' companies. */
  readsCompanies: boolean;
  /** What was written to the vector index in an earlier epoch was lost with it. */
  epoch: number;
}

/** Vectors of two identities are never in one collection. */
export function collectionName(identity: string): string {
  return `signals-${identity}`;
}
