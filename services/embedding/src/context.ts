import type { Logger, Metrics } from '@heliograph/runtime';
import type { SharedVectors } from './cache/shared-vectors';
import type { Embedder } from './embedder';
import type { EmbeddingProvider } from './providers/provider';

/** Dependencies of the embedding service's calls. */
export interface Context {
  logger: Logger;
  /** The scraped registry. */
  registry: Metrics;
  provider: EmbeddingProvider;
  sharedVectors: SharedVectors;
  embedder: Embedder;
}

/** Replacements in tests. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry'>>;
