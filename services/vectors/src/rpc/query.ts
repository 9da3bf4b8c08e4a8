import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkQueryRequest, listedResponse, packedResponse, queryFromRequest } from './convert';

/** The points most similar to a vector. */
export async function query(
  { index }: Context,
  request: vectors.QueryRequest,
  { deadline }: CallContext,
): Promise<vectors.QueryResponse> {
  checkQueryRequest(request);
  const job = { collection: request.collection, query: queryFromRequest(request) };
  const matches = await index.run('query', job, deadline);
  return request.packed ? packedResponse(matches) : listedResponse(matches);
}
