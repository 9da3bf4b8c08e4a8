export interface EmbeddingModel {
  /** The model's name in search responses, such as `gemini-embedding-001`. */
  name: string;
  /** Everything vectors depend on, made by {@link modelIdentity}. Vectors of two identities are never compared. */
  identity: string;
  dimensions: number;
  /** Maximum texts per call. */
  largestBatch: number;
  /** Whether a document's vector depends on its company; then each call must describe it. */
  readsCompanies?: boolean;
}
