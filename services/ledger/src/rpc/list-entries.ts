import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { entryPageFromRequest, entryToResponse, unknownPage } from './convert-entries';

/** Entries of an account, newest first. A page neither repeats nor skips an entry that existed throughout. */
export async function listEntries(
  context: Context,
  request: ledger.ListEntriesRequest,
): Promise<ledger.ListEntriesResponse> {
  const { accountId, limit, after, kind } = entryPageFromRequest(request);
  // One more than requested, to tell whether there are more.
  const found = await onDatabase(() => context.entries.list(accountId, { limit: limit + 1, after, kind }));
  if (!found) throw unknownPage();
  const entries = found.slice(0, limit);
  return {
    entries: entries.map(entryToResponse),
    nextPageToken: found.length > limit ? entries.at(-1)!.id : '',
  };
}
