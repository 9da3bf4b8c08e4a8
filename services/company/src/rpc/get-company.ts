import { onDatabase } from '@heliograph/postgres';
import type { company } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { isSlug } from '../domain/company';
import { companyToResponse } from './convert';

/** @throws ServiceError `not_found` when no company has this slug, or the slug is malformed; `unavailable`. */
export async function getCompany(
  context: CorpusContext,
  { slug }: company.GetCompanyRequest,
  { signal }: CallContext,
): Promise<company.Company> {
  const found = isSlug(slug) ? await onDatabase(() => context.companies.find(slug, signal)) : undefined;
  if (!found) throw new ServiceError('not_found', 'There is no company with this slug.');
  return companyToResponse(found);
}
