import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkUpsertRequest, pointsFromRequest } from './convert';

/** Stores points that do not exist in a newer version; durable before it responds. */
export async function upsert(
  { index, metrics }: Context,
  request: vectors.UpsertRequest,
  { deadline }: CallContext,
): Promise<vectors.UpsertResponse> {
  checkUpsertRequest(request);
  const points = pointsFromRequest(request.points);
  const { stored } = await index.run('upsert', { collection: request.collection, points }, deadline, [
    points.vectors.buffer,
  ]);
  metrics.pointsUpserted(stored, request.points.length - stored);
  return {};
}
