import type { IdentifiedCompany, MatchedBy } from '@heliograph/contract';
import { company } from '@heliograph/proto';
import { retryUnavailable, type RpcClient } from '@heliograph/runtime';
import type { SearchCaller } from './ask-search';
import type { IdentifyQuery } from './domain/helper-query';

const TIMEOUT_MS = 3_000;

const { DOMAIN, PARENT_DOMAIN, NAME, NAME_WITHOUT_LEGAL_FORM } = company.IdentifiedCompany_MatchedBy;
const MATCHED_BY = new Map<company.IdentifiedCompany_MatchedBy, MatchedBy>([
  [DOMAIN, 'domain'],
  [PARENT_DOMAIN, 'parent_domain'],
  [NAME, 'name'],
  [NAME_WITHOUT_LEGAL_FORM, 'name_without_legal_form'],
]);

/**
 * The companies that match a domain or a name.
 *
 * @param query free of issues.
 * @returns the response's `data`.
 * @throws ServiceError `unavailable`.
 */
export async function runIdentify(
  client: RpcClient<typeof company.CompanyServiceService>,
  caller: SearchCaller,
  query: IdentifyQuery,
): Promise<{ items: IdentifiedCompany[] }> {
  const { companies } = await retryUnavailable(
    (timeoutMs) => client.identifyCompany(query, caller.readCall(timeoutMs)),
    { totalMs: TIMEOUT_MS, attemptMs: TIMEOUT_MS, isUnwanted: () => caller.isAbandoned },
  );
  return {
    items: companies.map(({ slug, name, domain, country, city, matchedBy }) => ({
      slug,
      name,
      domain,
      country,
      city,
      matchedBy: MATCHED_BY.get(matchedBy)!,
    })),
  };
}
