/** A collection of the vector index, as reported by its builder. */
export interface VectorCollection {
  /** Whether it has ever been complete. From then on it is searched, whatever is added to the catalog. */
  isComplete: boolean;
  /** Signals to embed, and those that are embedded. */
  signals: number;
  embedded: number;
}

/** The name of the collection with a model's vectors, by the model's identity. Two identities never share one. */
export const collectionOf = (modelIdentity: string) => `signals-${modelIdentity}`;

/** A collection's progress, in whole percent; 100 only when it is complete. */
export function percentOf(collection: VectorCollection | undefined): number {
  if (!collection) return 0;
  if (collection.isComplete) return 100;
  const { signals, embedded } = collection;
  return signals > 0 ? Math.min(99, Math.floor((100 * embedded) / signals)) : 0;
}
