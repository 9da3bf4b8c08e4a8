import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import type { Context } from '../context';
import { checkDeadLettersRequest, deadLetterToResponse } from './convert';

/** Dead letters not sent back yet, oldest first. */
export async function listDeadLetters(
  { deadLetters }: Context,
  request: indexer.ListDeadLettersRequest,
): Promise<indexer.ListDeadLettersResponse> {
  checkDeadLettersRequest(request);
  const { limit, after } = request;
  const { items, next } = await onDatabase(() => deadLetters.list(limit, after, 'after'));
  return { deadLetters: items.map(deadLetterToResponse), next };
}
