import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import type { Context } from '../context';
import { deadLetterToResponse, pageFromRequest, pageTokenOf, unknownPage } from './convert';

/** Dead letters not sent back yet, oldest first. */
export async function listDeadLetters(
  context: Context,
  request: indexer.ListDeadLettersRequest,
): Promise<indexer.ListDeadLettersResponse> {
  const { limit, after } = pageFromRequest(request);
  const { items, position, isLast } = await onDatabase(() => context.deadLetters.list(limit, after)).catch(
    (error: unknown) => {
      // The event log's error for a position it never returned.
      throw error instanceof RangeError ? unknownPage() : error;
    },
  );
  return { deadLetters: items.map(deadLetterToResponse), next: isLast ? '' : pageTokenOf(position) };
}
