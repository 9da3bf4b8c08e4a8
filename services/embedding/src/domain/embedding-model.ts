/** What embeds. */
export interface EmbeddingModel {
  /** As search answers it, such as `gemini-embedding-001`. */
  name: string;
  /** Everything that vectors depend on, made by {@link modelIdentity}. Vectors of two identities are never compared. */
  identity: string;
  dimensions: number;
  /** Texts that one call may bring. */
  largestBatch: number;
  /** Whether the vector of a document depends on its company; then each call must say what is known of that. */
  readsCompanies?: boolean;
}
