import { onDatabase } from '@heliograph/postgres';
import type { digest } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Ends a digest or an account's alerts; it is no error if they ended before or are gone.
 *
 * @throws ServiceError `not_found` for a forged token.
 */
export async function unsubscribe(
  { alerts, digests, tokens, metrics }: Context,
  { token }: digest.UnsubscribeRequest,
): Promise<digest.UnsubscribeResponse> {
  const named = tokens.read(token);
  if (named === undefined) throw new ServiceError('not_found', 'This link is not valid.');
  await onDatabase<unknown>(() =>
    named.kind === 'digest' ? digests.end(undefined, named.id) : alerts.end(named.id),
  );
  metrics.savedSearchChanged('unsubscribed');
  return {};
}
