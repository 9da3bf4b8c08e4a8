import { ServiceError } from '@heliograph/runtime';
import { percentOf, type VectorCollection } from '../domain/vector-collection';

const KEYWORDS_WORK = 'Search by keywords ("q") is not affected.';

/** Whole seconds after which a retry makes sense: for a restarting part, and for an index being built. */
const RESTART_SECONDS = 5;
const BUILDING_SECONDS = 30;

/** Why semantic search is unavailable, and what an operator can do: none of it names a host. */
function unavailable(text: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
  return new ServiceError('semantic_unavailable', `${text} ${KEYWORDS_WORK}`, options);
}

/** @param variables the unset ones, such as `EMBEDDING_ADDRESS` */
export const notConfigured = (variables: string) =>
  unavailable(
    `Semantic search is not configured on this system: the operator must set ${variables} for the search service.`,
  );

export const embeddingUnavailable = (cause: unknown) =>
  unavailable(
    'The embedding service cannot be reached or did not answer in time, so the query has no vector. Try again shortly; if this persists, the operator should check that the embedding service is running.',
    { cause, retryAfterSeconds: RESTART_SECONDS },
  );

export const indexUnavailable = (cause: unknown) =>
  unavailable(
    'The vector index cannot be reached or did not answer in time. Try again shortly; if this persists, the operator should check that the vector index is running.',
    { cause, retryAfterSeconds: RESTART_SECONDS },
  );

/** @param collection undefined before the indexer has started it */
export const stillBuilding = (collection: VectorCollection | undefined) =>
  unavailable(
    `The index for semantic search is still being built: ${Math.min(99, percentOf(collection))}%. If that does not increase, the operator should check that the indexer is running.`,
    { retryAfterSeconds: BUILDING_SECONDS },
  );

/** The catalog calls the collection complete but the index does not have it: it was lost or damaged. */
export const beingRebuilt = (cause: unknown) =>
  unavailable(
    'The index for semantic search was lost and is being rebuilt. If that does not finish, the operator should check that the indexer is running.',
    { cause, retryAfterSeconds: BUILDING_SECONDS },
  );

/** For test keys, until the test corpus is embedded. */
export const stillEmbedding = () =>
  unavailable('The test corpus is still being embedded. Try again shortly.', {
    retryAfterSeconds: RESTART_SECONDS,
  });
