/** The collection of the model in use. */
export interface ActiveCollection {
  id: number;
  /** `signals-<identity>`. */
  name: string;
  /** Identifies everything that vectors depend on. */
  identity: string;
  modelName: string;
  dimensions: number;
  /** Maximum texts per call of the embedding service. */
  largestBatch: number;
  /** Whether the vectors depend on the signals' companies. */
  readsCompanies: boolean;
  /** Anything written to the vector index in an earlier epoch was lost with it. */
  epoch: number;
}

/** Vectors of two identities never share a collection. */
export function collectionName(identity: string): string {
  return `signals-${identity}`;
}
