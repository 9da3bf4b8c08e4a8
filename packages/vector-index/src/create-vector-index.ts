import type { CallerCredentials, Logger, Metrics } from '@heliograph/runtime';
import { CheckedVectorIndex } from './checked-vector-index';
import { EmbeddedVectorIndex } from './embedded/embedded-vector-index';
import { createVectorIndexMetrics } from './metrics';
import { PrefixedVectorIndex } from './prefixed-vector-index';
import { QdrantVectorIndex } from './qdrant/qdrant-vector-index';
import type { VectorIndexSettings } from './settings';
import type { VectorIndex } from './vector-index';

interface VectorIndexOptions {
  /** This program's name in the vectors service's allow-list. */
  caller: string;
  credentials: CallerCredentials;
  logger: Logger;
  metrics?: Metrics;
}

/** The configured vector index. Opens no connection before it is used. */
export function createVectorIndex(settings: VectorIndexSettings, options: VectorIndexOptions): VectorIndex {
  return new CheckedVectorIndex(adapter(settings, options), createVectorIndexMetrics(options.metrics));
}

function adapter(settings: VectorIndexSettings, options: VectorIndexOptions): VectorIndex {
  switch (settings.kind) {
    case 'qdrant': {
      const index = new QdrantVectorIndex(settings);
      const { collectionPrefix: prefix } = settings;
      return prefix === undefined ? index : new PrefixedVectorIndex(index, prefix);
    }
    case 'embedded':
      return new EmbeddedVectorIndex(settings, options);
  }
}
