import { ServiceError } from '@heliograph/runtime';
import type { EmbeddingModel } from '../domain/embedding-model';

/** A person waits for a query; a document can wait. */
export type Purpose = 'query' | 'document';

/** What is known about a document's company. */
export interface Company {
  description: string;
  industries: readonly string[];
}

/** The request, besides the texts. */
export interface EmbeddingWork {
  purpose: Purpose;
  /** For documents, one per text, if the model reads companies. */
  companies?: readonly Company[] | undefined;
  /** Milliseconds that a caller will still wait. May grow while work is in progress. */
  remainingMs(): number;
}

/** Embeds texts with one model. */
export interface EmbeddingProvider {
  /** For metrics and logs. */
  readonly name: string;
  /** Undefined when none is configured. */
  readonly model: EmbeddingModel | undefined;
  /** Resolves when it can be called; rejects when it never will. */
  start(): Promise<void>;
  /** Rejects while a fault of this process prevents calls. A vendor that is down does not count. */
  checkReady(): Promise<void>;
  /**
   * One vector per text, in order, of length 1. Work whose callers no longer wait may be dropped.
   *
   * @throws RefusedTextsError naming texts that it can never embed.
   * @throws ServiceError `semantic_unavailable` saying what an operator can do.
   */
  embed(texts: readonly string[], work: EmbeddingWork): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** For the operator of an installation without a provider. */
export const NOT_CONFIGURED =
  'Semantic search is not configured: set EMBEDDING_PROVIDER to local, gemini or openai, and restart the embedding service.';

/** @throws ServiceError `semantic_unavailable` when no provider is configured. */
export function requireModel({ model }: Pick<EmbeddingProvider, 'model'>): EmbeddingModel {
  if (!model) throw new ServiceError('semantic_unavailable', NOT_CONFIGURED);
  return model;
}

/** What a provider reports about itself, for metrics. */
export interface ProviderObserver {
  onFailure(reason: string): void;
}

/** This model can never embed some of the texts. */
export class RefusedTextsError extends Error {
  /** @param indexes ascending positions in the request. */
  constructor(readonly indexes: readonly number[]) {
    super(`${indexes.length} texts cannot be embedded by this model`);
    this.name = 'RefusedTextsError';
  }
}
