import { DIGEST } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { digest } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { periodEndAfter } from '../domain/digest';
import { noSuchSavedSearch } from './convert';
import { digestFromRequest, digestMeans, digestToResponse, frequencyFromRequest } from './convert-digest';

/**
 * Begins, changes, or ends a saved search's digest.
 *
 * @throws ServiceError `not_found`; `invalid_parameter`, also when the account has the maximum number, or when this
 *   installation has no digests.
 */
export async function setDigest(context: Context, request: digest.SetDigestRequest): Promise<digest.Digest> {
  const { digests, mail, metrics } = context;
  const { accountId, id } = digestFromRequest(request);
  const frequency = frequencyFromRequest(request.frequency);
  if (frequency === undefined) {
    if (!(await onDatabase(() => digests.end(accountId, id)))) throw noSuchSavedSearch();
    metrics.savedSearchChanged('digest_changed');
    return digestToResponse(undefined, await digestMeans(mail), undefined);
  }
  const means = await digestMeans(mail);
  if (!means.hasMail) throw new ServiceError('invalid_parameter', 'This installation does not send email.');
  if (!means.hasChanges) throw noChanges();
  const nextAt = periodEndAfter(frequency, new Date());
  const outcome = await onDatabase(() => digests.set(accountId, id, frequency, nextAt));
  if (outcome === 'no_search') throw noSuchSavedSearch();
  if (outcome === 'too_many') throw tooMany();
  metrics.savedSearchChanged('digest_changed');
  return digestToResponse({ frequency, nextAt }, means, undefined);
}

const noChanges = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    "Digests are not available: this installation's search engine cannot tell what is new.",
  );

const tooMany = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account has ${DIGEST.maximum} email digests, the maximum. Turn one off first.`,
  );
