import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkPrepareRequest } from './convert';

/** Creates a collection unless it exists. */
export async function prepare(
  { index }: Context,
  request: vectors.PrepareRequest,
  { deadline }: CallContext,
): Promise<vectors.PrepareResponse> {
  checkPrepareRequest(request);
  const { collection, dimensions } = request;
  return index.run('prepare', { collection, dimensions }, deadline);
}
