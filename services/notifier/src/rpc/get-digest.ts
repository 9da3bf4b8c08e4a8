import { onDatabase } from '@heliograph/postgres';
import type { digest } from '@heliograph/proto';
import type { Context } from '../context';
import { noSuchSavedSearch } from './convert';
import { digestFromRequest, digestMeans, digestToResponse } from './convert-digest';

/** @throws ServiceError `not_found` */
export async function getDigest(context: Context, request: digest.GetDigestRequest): Promise<digest.Digest> {
  const { digests, mails, mail } = context;
  const { accountId, id } = digestFromRequest(request);
  const found = await onDatabase(() => digests.find(accountId, id));
  if (found === undefined) throw noSuchSavedSearch();
  const address = mail && found ? await mail.recipients.addressOf(accountId) : undefined;
  const refusal =
    address === undefined ? undefined : await onDatabase(() => mails.refusalOf(accountId, address));
  return digestToResponse(found ?? undefined, await digestMeans(mail), refusal);
}
