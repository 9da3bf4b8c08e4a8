/** A collection of the vector index, as its builder reports of it. */
export interface VectorCollection {
  /** Whether all of the catalog was in it once. From then on it is searched, whatever is added to the catalog. */
  isComplete: boolean;
  /** Signals to be embedded, and those that are. */
  signals: number;
  embedded: number;
}

/** The name of the collection that holds the vectors of a model, by the identity of the model. Two identities never share one. */
export const collectionOf = (modelIdentity: string) => `signals-${modelIdentity}`;

/** How far a collection is, in whole percent; 100 only when it is complete. */
export function percentOf(collection: VectorCollection | undefined): number {
  if (!collection) return 0;
  if (collection.isComplete) return 100;
  const { signals, embedded } = collection;
  return signals > 0 ? Math.min(99, Math.floor((100 * embedded) / signals)) : 0;
}
