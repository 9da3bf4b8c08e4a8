import { FIELD } from './mapping';

/** Of collections that this program makes: what they consist of besides points. A later one adds a step to `prepare`. */
export const FORM = 1;
/** In a collection's metadata; absent while it is being made. */
export const FORM_KEY = 'heliograph_form';

/** Of the graph that leads to the nearest: more links and more care than by default, because 1,000 are asked for at once. */
const LINKS = 32;
const CONSTRUCTION_CANDIDATES = 256;

/** Whole vectors lie on the disk, for ranking; bytes of them stay in memory, for finding. */
export function collectionToQdrant(dimensions: number) {
  return {
    vectors: { size: dimensions, distance: 'Cosine' as const, on_disk: true },
    hnsw_config: { m: LINKS, ef_construct: CONSTRUCTION_CANDIDATES },
    quantization_config: { scalar: { type: 'int8' as const, quantile: 0.99, always_ram: true } },
  };
}

const RANGE_ONLY = { type: 'integer' as const, lookup: false, range: true };

/** What queries and conditional upserts go by. */
export const PAYLOAD_INDEXES = [FIELD.publishedAt, FIELD.ordinal, FIELD.version].map((field) => ({
  field_name: field,
  field_schema: RANGE_ONLY,
}));

/** What the search keeps while it walks the graph, for each that is asked for. */
const CANDIDATES_FOR_EACH = 2;
const CANDIDATES_AT_LEAST = 256;
/** Candidates by bytes that are ranked by whole vectors, for each that is asked for. */
const OVERSAMPLING = 1.5;

export function searchParameters(limit: number) {
  return {
    hnsw_ef: Math.max(CANDIDATES_AT_LEAST, limit * CANDIDATES_FOR_EACH),
    quantization: { rescore: true, oversampling: OVERSAMPLING },
  };
}
