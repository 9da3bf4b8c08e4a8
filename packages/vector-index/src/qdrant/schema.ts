import { FIELD } from './mapping';

/** Format of new collections: everything but their points. A later one adds a step to `prepare`. */
export const FORM = 1;
/** In a collection's metadata; absent while it is being created. */
export const FORM_KEY = 'heliograph_form';

/** For the HNSW graph: more links and effort than by default, because 1,000 results are requested. */
const LINKS = 32;
const CONSTRUCTION_CANDIDATES = 256;

/** Full vectors are on disk, for ranking; quantized ones stay in memory, for finding. */
export function collectionToQdrant(dimensions: number) {
  return {
    vectors: { size: dimensions, distance: 'Cosine' as const, on_disk: true },
    hnsw_config: { m: LINKS, ef_construct: CONSTRUCTION_CANDIDATES },
    quantization_config: { scalar: { type: 'int8' as const, quantile: 0.99, always_ram: true } },
  };
}

const RANGE_ONLY = { type: 'integer' as const, lookup: false, range: true };

/** What queries and conditional upserts filter by. */
export const PAYLOAD_INDEXES = [FIELD.publishedAt, FIELD.ordinal, FIELD.version].map((field) => ({
  field_name: field,
  field_schema: RANGE_ONLY,
}));

/** Candidates that the graph search keeps, per requested result. */
const CANDIDATES_FOR_EACH = 2;
const CANDIDATES_AT_LEAST = 256;
/** Quantized candidates that are ranked by full vectors, per requested result. */
const OVERSAMPLING = 1.5;

export function searchParameters(limit: number) {
  return {
    hnsw_ef: Math.max(CANDIDATES_AT_LEAST, limit * CANDIDATES_FOR_EACH),
    quantization: { rescore: true, oversampling: OVERSAMPLING },
  };
}
