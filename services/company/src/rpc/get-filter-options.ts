import { onDatabase } from '@heliograph/postgres';
import type { company } from '@heliograph/proto';
import type { Context } from '../context';
import { filterOptionsToResponse, versionToResponse } from './convert';

/**
 * The catalogue; only its version when the caller has this one already.
 *
 * @throws ServiceError `unavailable`.
 */
export async function getFilterOptions(
  context: Context,
  { knownVersion }: company.GetFilterOptionsRequest,
): Promise<company.FilterOptions> {
  const options = await onDatabase(() => context.filterOptions.current());
  return options.version === knownVersion ? versionToResponse(options) : filterOptionsToResponse(options);
}
