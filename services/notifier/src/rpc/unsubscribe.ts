import { onDatabase } from '@heliograph/postgres';
import type { digest } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { muteFailures } from '../storage/failure-mails';

/**
 * Ends a digest, an account's alerts, or the emails about a webhook; it is no error if they ended before or are gone.
 *
 * @throws ServiceError `not_found` for a forged token.
 */
export async function unsubscribe(
  { alerts, digests, pool, tokens, metrics }: Context,
  { token }: digest.UnsubscribeRequest,
): Promise<digest.UnsubscribeResponse> {
  const named = tokens.read(token);
  if (named === undefined) throw new ServiceError('not_found', 'This link is not valid.');
  const end = {
    digest: () => digests.end(undefined, named.id),
    alert: () => alerts.end(named.id),
    webhook: () => muteFailures(pool, named.id),
  }[named.kind];
  await onDatabase<unknown>(end);
  metrics.savedSearchChanged('unsubscribed');
  return {};
}
