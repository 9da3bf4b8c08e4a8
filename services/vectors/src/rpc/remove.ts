import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkRemoveRequest } from './convert';

/** Removes points; durable before it responds. */
export async function remove(
  { index, metrics }: Context,
  request: vectors.RemoveRequest,
  { deadline }: CallContext,
): Promise<vectors.RemoveResponse> {
  checkRemoveRequest(request);
  const ids = BigUint64Array.from(request.ids, BigInt);
  const { removed } = await index.run('remove', { collection: request.collection, ids }, deadline);
  metrics.pointsRemoved(removed);
  return {};
}
