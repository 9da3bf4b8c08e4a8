import { onDatabase } from '@heliograph/postgres';
import type { company } from '@heliograph/proto';
import { MAXIMUM_HOST_LENGTH, ServiceError, type CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { hostAndParents, type IdentifiedCompany } from '../domain/identity';
import { identifiedToResponse } from './convert';

/** In UTF-16 code units, at most two per character. */
const MAXIMUM_NAME_LENGTH = 2_000;

/**
 * The companies that match a host or a name. The bounds that the gateway checked are checked again, because they bound
 * the work.
 *
 * @throws ServiceError `invalid_parameter`, `unavailable`.
 */
export async function identifyCompany(
  context: CorpusContext,
  { host, name }: company.IdentifyCompanyRequest,
  { signal }: CallContext,
): Promise<company.IdentifyCompanyResponse> {
  return { companies: (await onDatabase(() => find(context, host, name, signal))).map(identifiedToResponse) };
}

function find(
  { identities }: CorpusContext,
  host: string | undefined,
  name: string | undefined,
  signal: AbortSignal,
): Promise<IdentifiedCompany[]> {
  if (host !== undefined && host !== '' && host.length <= MAXIMUM_HOST_LENGTH) {
    return identities.findByHost(hostAndParents(host), signal);
  }
  if (name !== undefined && name.length <= MAXIMUM_NAME_LENGTH) return identities.findByName(name, signal);
  throw new ServiceError('invalid_parameter', 'A host or a name is required, and must not be too long.');
}
