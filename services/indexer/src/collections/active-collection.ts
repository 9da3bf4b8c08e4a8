/** The collection of the model in use. */
export interface ActiveCollection {
  id: number;
  /** `signals-<identity>`. */
  name: string;
  /** Names everything that vectors depend on. */
  identity: string;
  modelName: string;
  dimensions: number;
  /** Texts of one call of the embedding service, at most. */
  largestBatch: number;
  /** Whether the vectors depend on the signals' companies. */
  readsCompanies: boolean;
  /** What was put into the vector index in an earlier one was lost with it. */
  epoch: number;
}

/** Vectors of two identities are never in one collection. */
export function collectionName(identity: string): string {
  return `signals-${identity}`;
}
