import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { checkDeadLettersRequest, deadLetterToResponse } from './convert';

const DEFAULT_PAGE = 50;

/** Dead letters not yet sent back, oldest first. */
export async function listDeadLetters(
  { deadLetters }: Context,
  request: metering.ListDeadLettersRequest,
): Promise<metering.ListDeadLettersResponse> {
  checkDeadLettersRequest(request);
  const { limit, pageToken } = request;
  const { items, next } = await onDatabase(() =>
    deadLetters.list(limit || DEFAULT_PAGE, pageToken, 'page_token'),
  );
  return { deadLetters: items.map(deadLetterToResponse), nextPageToken: next };
}
