import { search } from '@heliograph/proto';
import { ServiceError, type CallContext, type OutgoingCall } from '@heliograph/runtime';
import type { VectorIndex } from '@heliograph/vector-index';
import { collectionOf } from '../domain/vector-collection';
import type { CollectionStore } from '../storage/collection-store';
import type { EmbeddingClient } from './embed-query';

const { SemanticState } = search;

/** Dependencies of semantic search. */
export interface SemanticParts {
  /** Undefined when its address is not set. */
  embeddings: Pick<EmbeddingClient, 'getModel'> | undefined;
  index: Pick<VectorIndex, 'checkReachable'> | undefined;
  collections: Pick<CollectionStore, 'find'>;
}

/**
 * Whether a semantic search would be answered now, determined without embedding anything.
 *
 * @throws the driver's error while the database is down.
 */
export async function semanticState(
  { embeddings, index, collections }: SemanticParts,
  call: CallContext,
): Promise<search.SemanticState> {
  if (!embeddings || !index) return SemanticState.NOT_CONFIGURED;
  const [model, isReachable] = await Promise.all([
    modelOf(embeddings, { requestId: call.requestId, timeoutMs: timeOf(call), signal: call.signal }),
    index.checkReachable().then(
      () => true,
      () => false,
    ),
  ]);
  if (typeof model !== 'string') return model;
  if (!isReachable) return SemanticState.INDEX_UNAVAILABLE;
  const collection = await collections.find(collectionOf(model));
  return collection?.isComplete ? SemanticState.AVAILABLE : SemanticState.INCOMPLETE;
}

/** The model's identity, or why there is none. */
async function modelOf(
  embeddings: Pick<EmbeddingClient, 'getModel'>,
  call: OutgoingCall,
): Promise<string | search.SemanticState> {
  try {
    return (await embeddings.getModel({}, call)).identity;
  } catch (error) {
    // No provider is configured: nothing is broken.
    const isOff = error instanceof ServiceError && error.code === 'semantic_unavailable';
    return isOff ? SemanticState.NOT_CONFIGURED : SemanticState.EMBEDDING_UNAVAILABLE;
  }
}

/** Slightly less than the caller waits. */
const timeOf = (call: CallContext) => Math.max(1, Math.floor(call.remainingMs() * 0.9));
