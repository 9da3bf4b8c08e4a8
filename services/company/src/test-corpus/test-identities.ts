import { companyKeys, nameKeys, type CompanyKeys } from '@heliograph/catalog';
import { MAXIMUM_IDENTIFIED, type MatchedBy } from '@heliograph/contract';
import type { CorpusContext } from '../context';
import type { Company } from '../domain/company';

/** The same results as {@link IdentityStore}, from companies in memory. */
export function createTestIdentities(companies: Iterable<Company>): CorpusContext['identities'] {
  const candidates = [...companies]
    .sort(byMostSignals)
    .map((company) => ({ company, keys: companyKeys(company.name, company.domain) }));
  const identified = (matchedBy: MatchedBy, isMeant: (keys: CompanyKeys) => boolean) =>
    candidates
      .filter(({ keys }) => isMeant(keys))
      .slice(0, MAXIMUM_IDENTIFIED)
      .map(({ company: { slug, name, domain, country, city } }) => ({
        slug,
        name,
        domain,
        country,
        city,
        matchedBy,
      }));
  return {
    findByHost: (hosts) => {
      const host = hosts.find((one) => candidates.some(({ keys }) => keys.domain === one));
      const matchedBy = host === hosts[0] ? 'domain' : 'parent_domain';
      return Promise.resolve(
        host === undefined ? [] : identified(matchedBy, ({ domain }) => domain === host),
      );
    },
    findByName: (text) => {
      const asked = nameKeys(text);
      const named = identified('name', ({ name }) => name === asked.name);
      const bare = () => identified('name_without_legal_form', ({ bareName }) => bareName === asked.bareName);
      return Promise.resolve(named.length > 0 ? named : bare());
    },
  };
}

function byMostSignals(left: Company, right: Company): number {
  return Number(right.signalCount - left.signalCount) || (left.slug < right.slug ? -1 : 1);
}
