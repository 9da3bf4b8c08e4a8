import { onDatabase } from '@heliograph/postgres';
import { company } from '@heliograph/proto';
import type { CorpusContext } from '../context';
import { joined, type FilterOptions } from '../domain/filter-options';
import { filterOptionsToResponse, versionToResponse } from './convert';

/**
 * The requested lists; only their version if the caller already has them.
 *
 * @throws ServiceError `unavailable`.
 */
export async function getFilterOptions(
  context: CorpusContext,
  { knownVersion, lists }: company.GetFilterOptionsRequest,
): Promise<company.FilterOptions> {
  const options = await onDatabase(() => read(context, lists));
  return options.version === knownVersion
    ? versionToResponse(options)
    : filterOptionsToResponse(options, lists !== company.FilterLists.IDENTIFIERS);
}

async function read(
  { identifiers, values }: CorpusContext,
  lists: company.FilterLists,
): Promise<FilterOptions> {
  switch (lists) {
    case company.FilterLists.IDENTIFIERS:
      return identifiers.current();
    case company.FilterLists.VALUES:
      return values.current();
    default:
      return joined(await identifiers.current(), await values.current());
  }
}
