import type { Logger, Metrics } from '@heliograph/runtime';
import type { VectorIndex } from '@heliograph/vector-index';
import type { Pool } from 'pg';
import type { Admission } from './admission/admission';
import type { AdmissionMetrics } from './admission/metrics';
import type { EmbeddingClient } from './semantic/embed-query';
import type { SemanticSearch } from './semantic/semantic-search';
import type { SemanticParts } from './semantic/semantic-state';
import type { CollectionStore } from './storage/collection-store';
import type { SearchBackend } from './engine/search-backend';

/** Dependencies of search's calls. */
export interface Context {
  logger: Logger;
  registry: Metrics;
  pool: Pool;
  admission: Admission;
  admissionMetrics: AdmissionMetrics;
  maximumCountCostMs: number;
  engine: SearchBackend['engine'];
  changes: SearchBackend['changes'];
  collections: CollectionStore;
  semantic: SemanticSearch;
  semanticParts: SemanticParts;
}

/** Searches one corpus: the live one, or that of test keys. */
export type CorpusContext = Pick<
  Context,
  | 'admission'
  | 'admissionMetrics'
  | 'maximumCountCostMs'
  | 'engine'
  | 'changes'
  | 'semantic'
  | 'semanticParts'
>;

/** Replacements in tests. */
export interface Overrides extends Partial<Pick<Context, 'logger' | 'registry' | 'pool'>> {
  /** The clock that decides what today is, and what is published when a semantic search begins. */
  now?: () => Date;
  embeddings?: EmbeddingClient;
  vectorIndex?: VectorIndex;
}
