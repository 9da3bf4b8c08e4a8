import type { vectors } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkDropRequest } from './convert';

/** Removes a collection; does nothing when there is none. */
export async function drop(
  { index }: Context,
  request: vectors.DropRequest,
  { deadline }: CallContext,
): Promise<vectors.DropResponse> {
  checkDropRequest(request);
  return index.run('drop', { collection: request.collection }, deadline);
}
