import { embedding } from '@heliograph/proto';
import {
  CallCancelled,
  retryUnavailable,
  ServiceError,
  vectorFromBytes,
  type RpcClient,
} from '@heliograph/runtime';
import { embeddingUnavailable } from './unavailable';

/** While an instance is replaced, another one takes its calls within this time; later failures are reported at once. */
const REPEATED_WITHIN_MS = 1_000;

/** What semantic search needs from the embedding service. */
export type EmbeddingClient = Pick<
  RpcClient<typeof embedding.EmbeddingServiceService>,
  'embed' | 'getModel' | 'close'
>;

interface QueryVector {
  /** As returned to callers. */
  modelName: string;
  /** Names everything the vector depends on. */
  modelIdentity: string;
  vector: Float32Array;
}

/** A call's metadata and deadline. */
interface EmbedCall {
  requestId: string;
  traceparent: string;
  timeoutMs: number;
  accountId: string;
  signal: AbortSignal;
}

/**
 * The vector of a query. It continues after its caller cancels: the embedding service works on, and the caller's turn
 * in admission must last as long.
 *
 * @throws ServiceError `semantic_unavailable`, with the embedding service's own text if there is one;
 *   `invalid_parameter` when the model cannot embed the text.
 */
export async function embedQuery(
  client: EmbeddingClient,
  text: string,
  { signal, ...call }: EmbedCall,
): Promise<QueryVector> {
  const startedAt = performance.now();
  const { model, vectors } = await retryUnavailable(
    (timeoutMs) => client.embed({ purpose: embedding.Purpose.QUERY, texts: [text] }, { ...call, timeoutMs }),
    {
      totalMs: call.timeoutMs,
      attemptMs: call.timeoutMs,
      isUnwanted: () => signal.aborted || performance.now() - startedAt > REPEATED_WITHIN_MS,
    },
  ).catch((error: unknown) => {
    throw translated(error);
  });
  signal.throwIfAborted();
  const [bytes] = vectors;
  if (!model || bytes?.length !== model.dimensions * Float32Array.BYTES_PER_ELEMENT) {
    throw new Error('the embedding service did not return one vector of its model');
  }
  const vector = vectorFromBytes(bytes);
  return { modelName: model.name, modelIdentity: model.identity, vector };
}

function translated(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error instanceof CallCancelled) return error;
  if (error.code === 'unavailable') return embeddingUnavailable(error);
  if (error.code !== 'invalid_parameter') return error;
  // The error names the text of this request; the caller passed it as `semantic`.
  const message = error.issues.find(({ parameter }) => parameter === 'texts[0]')?.message;
  if (message === undefined) return new Error('the embedding service refused the request', { cause: error });
  return new ServiceError('invalid_parameter', `semantic: ${message}`, {
    cause: error,
    issues: [{ parameter: 'semantic', message }],
  });
}
